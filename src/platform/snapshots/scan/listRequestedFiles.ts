import { isUtf8 } from 'node:buffer';
import { lstatSync } from 'node:fs';
import type { ListedFile } from '../../workspace/listedFile';

/**
 * Turns requested paths into listed files, whether or not git lists them. Skips paths outside the
 * workspace.
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

/**
 * Bytes of a name that `listedFile` escaped as `\xE9`; undefined if a file has that literal name.
 */
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
