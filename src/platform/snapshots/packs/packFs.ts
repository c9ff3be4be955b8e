import { open, unlink } from 'node:fs/promises';
import { renameWithRetry } from '../../state/files/durableFile';

/** A file that is being written. */
export interface PackFile {
  /** All of the bytes, after those before. */
  write(bytes: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The file operations that change the store; tests make them fail. */
export interface PackFs {
  /** Creates the file, for the user alone; fails when it is there. */
  create(path: string): Promise<PackFile>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Makes the folder's entries durable. */
  syncFolder(path: string): Promise<void>;
}

export const nodePackFs: PackFs = {
  create: async (path) => {
    const file = await open(path, 'wx', 0o600);
    return {
      write: async (bytes) => {
        for (let offset = 0; offset < bytes.length;)
          offset += (await file.write(bytes, offset)).bytesWritten;
      },
      sync: () => file.sync(),
      close: () => file.close(),
    };
  },
  rename: (from, to) =>
    new Promise((resolve) => {
      renameWithRetry(from, to);
      resolve();
    }),
  unlink,
  syncFolder: async (path) => {
    if (process.platform === 'win32') return;
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } catch {
      // Some file systems cannot sync folders; after a power cut there the pack may be missing as a whole.
    } finally {
      await folder.close();
    }
  },
};
