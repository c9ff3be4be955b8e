import { lstatSync } from 'node:fs';

/**
 * Tells whether a relative path lies in real folders all the way down from `root`, so that looking
 * at it follows no link. Remembers its answers: make a new one for each moment.
 */
export function createFolderCheck(root: string): (path: string) => boolean {
  const known = new Map<string, boolean>([['', true]]);
  const isReal = (folder: string): boolean => {
    let answer = known.get(folder);
    if (answer === undefined) {
      answer = isReal(parentOf(folder)) && isNoLink(`${root}/${folder}`);
      known.set(folder, answer);
    }
    return answer;
  };
  return (path) => isReal(parentOf(path));
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

// What is not there or may not be seen is left to whoever looks at the file itself.
function isNoLink(folder: string): boolean {
  try {
    return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true;
  } catch {
    return true;
  }
}
