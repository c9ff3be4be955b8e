import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Names of files in a folder that can hold recordings. */
const RECORDING = /\.(?:jsonl|ndjson|traj|json)(?:\.gz)?$|\.agent\.log$/i;
/** Folders that are not looked into: what is installed there is nobody's history. */
const PASSED_OVER = new Set(['node_modules', '.git']);

/** A file that can hold recordings, or a folder that cannot be looked into. */
export type FoundFile =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'problem'; readonly folder: string; readonly why: string };

/** Whether the path is a folder; false for what is not there. */
export async function isFolder(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory();
  } catch {
    return false;
  }
}

/**
 * The files below a folder that by their names (`*.jsonl`, `*.ndjson`, `*.json`, `*.traj`, each also with
 * `.gz`, and `*.agent.log`) can hold recordings, in alphabetical order; links to folders are not followed.
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
      if (!PASSED_OVER.has(entry.name)) yield* recordingFiles(file);
    } else if (RECORDING.test(entry.name)) {
      if (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(file)))) {
        yield { kind: 'file', file };
      }
    }
  }
}

/** True for a link that leads nowhere, too: that is told when it is read. Not for one to a pipe, which would be waited for. */
async function leadsToFile(link: string): Promise<boolean> {
  try {
    return (await stat(link)).isFile();
  } catch {
    return true;
  }
}
