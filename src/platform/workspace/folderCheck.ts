import { lstatSync } from 'node:fs';

/**
 * Tells whether a relative path lies in real folders all the way down from `root`, so that looking
 * at it follows no link. A path that is no text comes as its bytes. Remembers its answers: make a
 * new one for each moment.
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

// What is not there or may not be seen is left to whoever looks at the file itself.
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
