import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file that a child reads as its standard input. */
export interface ChildInput {
  readonly path: string;
  /** Call it after the child has opened the file. Never rejects. */
  remove(): Promise<void>;
}

/**
 * A private file with `text`. Unlike a pipe a file can be opened again as `/dev/stdin`, takes a
 * text of any size, and a program may ignore it. Rejects on a disk error.
 */
export async function writeChildInput(text: string): Promise<ChildInput> {
  const directory = await mkdtemp(join(tmpdir(), 'devs-'));
  const remove = async (): Promise<void> => {
    try {
      await rm(directory, { recursive: true, force: true });
    } catch {
      // Windows keeps a file that is open; it clears its folder for temporary files by itself.
    }
  };
  try {
    const path = join(directory, 'input');
    await writeFile(path, text, { mode: 0o600 });
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
