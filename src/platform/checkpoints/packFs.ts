import { open, unlink } from 'node:fs/promises';
import { renameWithRetry } from '../state/files/durableFile';

/** A file that is being written. */
export interface PackFile {
  /** Appends all bytes. */
  write(bytes: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** File operations that change the store; replaced in tests to simulate failures. */
export interface PackFs {
  /** Creates the file with permissions for the user only; fails if it exists. */
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
      // Some file systems cannot sync folders; after a power cut, the whole pack may be missing.
    } finally {
      await folder.close();
    }
  },
};
