import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Names of files that can contain recordings. */
const RECORDING = /\.(?:jsonl|ndjson|traj|json)(?:\.gz)?$|\.agent\.log$/i;
/** Folders that are not searched. */
const SKIPPED_FOLDERS = new Set(['node_modules', '.git']);

/** A file that can contain recordings, or a folder that cannot be listed. */
export type FoundFile =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'problem'; readonly folder: string; readonly why: string };

/** Whether the path is an existing folder. */
export async function isFolder(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Lists the files below a folder whose names (`*.jsonl`, `*.ndjson`, `*.json`, `*.traj`, each also with `.gz`,
 * and `*.agent.log`) allow recordings, in alphabetical order; does not follow links to folders.
 */
export async function* recordingFiles(folder: string): AsyncGenerator<FoundFile, void, void> {
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    yield { kind: 'problem', folder, why: (error as Error).message };
    return;
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.has(entry.name)) yield* recordingFiles(file);
    } else if (RECORDING.test(entry.name)) {
      if (entry.isFile() || (entry.isSymbolicLink() && (await pointsToFile(file)))) {
        yield { kind: 'file', file };
      }
    }
  }
}

/** Also true for a broken link, which fails when it is read. False for a link to a pipe, which would block. */
async function pointsToFile(link: string): Promise<boolean> {
  try {
    return (await stat(link)).isFile();
  } catch {
    return true;
  }
}
