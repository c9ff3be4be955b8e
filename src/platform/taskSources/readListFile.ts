import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import type { ListFile } from '../../ports/taskSources';
import { MEGABYTE } from '../../text/bytes';
import { isBelow } from '../workspace/isBelow';

/** Reads a file with a list of tasks. Never rejects. */
export async function readListFile(
  path: string,
  { folder, workspaceDir }: { readonly folder: string; readonly workspaceDir: string },
): Promise<ListFile> {
  const file = resolve(folder, path);
  const name = isBelow(workspaceDir, file)
    ? relative(workspaceDir, file).split(sep).join('/')
    : file;
  const refuse = (why: string): ListFile => ({ ok: false, message: `${name} ${why}` });
  try {
    // Checked before opening: opening a pipe would wait for a writer.
    const stats = await stat(file);
    if (!stats.isFile()) return refuse('is no file.');
    if (stats.size > MEGABYTE) return refuse('is too long: at most 1 MB is read.');
    const content = await readFile(file);
    return isUtf8(content)
      ? { ok: true, name, text: content.toString('utf8') }
      : refuse('is no text: it must be UTF-8.');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { ok: false, message: `There is no file ${name}.` }
      : refuse(`cannot be read: ${message}.`);
  }
}
