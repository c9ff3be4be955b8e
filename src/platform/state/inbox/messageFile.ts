import { constants } from 'node:fs';
import { open, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../files/diskError';
import { MESSAGE_LIMIT, messageId, messageName } from './inboxMessages';

export type MessageContent =
  | { readonly kind: 'content'; readonly content: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly problem: string };

/** Ids of the messages in a folder; empty if there is no folder. */
export async function listMessages(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).flatMap((name) => messageId(name) ?? []);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Writes a message atomically, readable by the user only. */
export async function writeMessage(folder: string, id: string, message: unknown): Promise<void> {
  const file = join(folder, messageName(id));
  const temporary = `${file}.tmp`;
  try {
    await writeFile(temporary, JSON.stringify(message), { flag: 'wx', mode: 0o600 });
    await rename(temporary, file);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}

/** Reads an untrusted message: no links, no pipes, at most 64 KB. */
export async function readMessage(folder: string, id: string): Promise<MessageContent> {
  try {
    // Windows has neither flag (undefined, which `|` takes as 0).
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(join(folder, messageName(id)), flags);
    try {
      const found = await handle.stat();
      if (!found.isFile()) return { kind: 'refused', problem: 'it is not a regular file' };
      if (found.size > MESSAGE_LIMIT) {
        return { kind: 'refused', problem: `it is larger than ${MESSAGE_LIMIT} bytes` };
      }
      return { kind: 'content', content: await handle.readFile('utf8') };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { kind: 'missing' };
    return { kind: 'refused', problem: errorCode(error) };
  }
}

/** Removes a message; false if it does not exist. */
export async function removeMessage(folder: string, id: string): Promise<boolean> {
  try {
    await unlink(join(folder, messageName(id)));
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Removes every file of a folder that was last written more than `ms` milliseconds ago. */
export async function removeOlderThan(folder: string, ms: number): Promise<void> {
  const names = await readdir(folder);
  const remove = async (name: string): Promise<void> => {
    const file = join(folder, name);
    const found = await stat(file);
    if (found.isFile() && Date.now() - found.mtimeMs > ms) await unlink(file);
  };
  // The next holder retries failed removals.
  await Promise.allSettled(names.map(remove));
}
