import { lstatSync } from 'node:fs';

/**
 * Creates a check that a relative path lies in real folders below `root`, so that accessing it
 * follows no link. Paths that are not valid UTF-8 are passed as bytes. Caches answers: create one
 * per moment.
 */
export function createFolderCheck(root: string): (path: string | Buffer) => boolean {
  const known = new Map<string, boolean>([['', true]]);
  const isReal = (folder: string, encoding: BufferEncoding): boolean => {
    const key = encoding === 'utf8' || folder === '' ? folder : `${encoding}\0${folder}`;
    let answer = known.get(key);
    if (answer === undefined) {
      answer = isReal(parentOf(folder), encoding) && isNoLink(root, folder, encoding);
      known.set(key, answer);
    }
    return answer;
  };
  return (path) =>
    typeof path === 'string'
      ? isReal(parentOf(path), 'utf8')
      : isReal(parentOf(path.toString('latin1')), 'latin1');
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

// Missing or unreadable folders are handled when the file itself is read.
function isNoLink(root: string, folder: string, encoding: BufferEncoding): boolean {
  const path =
    encoding === 'utf8'
      ? `${root}/${folder}`
      : Buffer.concat([Buffer.from(`${root}/`), Buffer.from(folder, encoding)]);
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true;
  } catch {
    return true;
  }
}
