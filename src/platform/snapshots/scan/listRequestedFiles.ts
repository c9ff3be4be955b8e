import { isUtf8 } from 'node:buffer';
import { lstatSync } from 'node:fs';
import type { ListedFile } from '../../workspace/listedFile';

/**
 * Paths that are to be looked at whether or not they are listed, as if they were; left out are
 * those that do not lie in the workspace.
 */
export function* listRequestedFiles(
  workspaceDir: string,
  paths: Iterable<string>,
): Generator<ListedFile> {
  for (const path of paths) {
    if (!isInside(path)) continue;
    yield { path, raw: unescapeBytes(workspaceDir, path), tracked: false, unreadable: false };
  }
}

function isInside(path: string): boolean {
  if (path.includes('\0') || (process.platform === 'win32' && /[\\:]/.test(path))) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** The bytes of a name that `listedFile` wrote as `\xE9`, unless a file really has that as its name. */
function unescapeBytes(workspaceDir: string, path: string): Buffer | undefined {
  if (!/\\x[89A-F][0-9A-F]/.test(path) || exists(`${workspaceDir}/${path}`)) return undefined;
  const bytes = path.replace(/\\x([89A-F][0-9A-F])/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const raw = Buffer.from(bytes, 'latin1');
  return isUtf8(raw) ? undefined : raw;
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
