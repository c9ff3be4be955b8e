import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Keeps prompts on disk while a turn runs, readable only by their owner. */
export interface PromptFolder {
  /** Writes `text` to a new file and resolves with its path. Rejects with the file system's error. */
  write(text: string, extension: string): Promise<string>;
  /** Removes files; ignores missing ones. */
  remove(paths: readonly string[]): Promise<void>;
}

/**
 * Creates the folder for prompts in `directory`. Its first use removes files that a killed process left: only one
 * process at a time runs agents on a state directory.
 */
export function createPromptFolder(directory: string): PromptFolder {
  let cleared: Promise<void> | undefined;

  async function prepare(): Promise<void> {
    // Every time, because the folder may be deleted while a window stays open.
    await mkdir(directory, { recursive: true, mode: 0o700 });
    cleared ??= clear().catch((error: unknown) => {
      cleared = undefined;
      throw error;
    });
    await cleared;
  }

  async function clear(): Promise<void> {
    await remove((await readdir(directory)).map((name) => join(directory, name)));
  }

  async function remove(paths: readonly string[]): Promise<void> {
    // The next start removes files that cannot be removed now.
    await Promise.allSettled(paths.map((path) => rm(path, { force: true })));
  }

  return {
    async write(text, extension) {
      await prepare();
      const path = join(directory, `${randomUUID()}${extension}`);
      await writeFile(path, text, { mode: 0o600, flag: 'wx' });
      return path;
    },
    remove,
  };
}
