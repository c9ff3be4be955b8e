import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a child reads from: a descriptor, open until `close`. */
export interface ChildInput {
  readonly fd: number;
  /** To be called once the child has it. */
  close(): Promise<void>;
}

/**
 * A file with `text`, private and without a name as soon as the system allows; the null device
 * without a text. Unlike a pipe a file can be opened again as `/dev/stdin`, takes a text of any
 * size, and does not mind a program that reads none of it. Rejects when the disk refuses.
 */
export async function openChildInput(text: string | undefined): Promise<ChildInput> {
  if (text === undefined) return input(openSync(devNull, 'r'), undefined);
  const directory = await mkdtemp(join(tmpdir(), 'devs-'));
  try {
    const file = join(directory, 'input');
    await writeFile(file, text, { mode: 0o600 });
    return input(openSync(file, 'r'), directory);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

function input(fd: number, directory: string | undefined): ChildInput {
  return {
    fd,
    async close() {
      closeSync(fd);
      if (directory !== undefined) await removeQuietly(directory);
    },
  };
}

async function removeQuietly(directory: string): Promise<void> {
  try {
    await rm(directory, { recursive: true, force: true });
  } catch {
    // Windows keeps a file that is open; it clears its folder for temporary files by itself.
  }
}
