import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Prompts on disk for as long as a turn runs, readable by their owner alone. */
export interface PromptFolder {
  /** Writes `text` to a new file and resolves with its path. Rejects when the disk refuses. */
  write(text: string, extension: string): Promise<string>;
  /** Removes files; those that are gone already do not matter. */
  remove(paths: readonly string[]): Promise<void>;
}

/**
 * The folder for prompts in `directory`. At its first use it is cleared of what a killed
 * predecessor left: only one process at a time runs agents on a state directory.
 */
export function createPromptFolder(directory: string): PromptFolder {
  let cleared: Promise<void> | undefined;

  async function prepare(): Promise<void> {
    // Each time: a folder that somebody removed must not stop a window that stays open for days.
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
    // What cannot be removed now is removed at the next start.
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
