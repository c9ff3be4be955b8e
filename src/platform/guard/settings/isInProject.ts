import { lstatSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { isBelow } from '../../workspace/isBelow';

/** Whether a file of a project, as far as its path is there, lies in it: a link may lead out of it, or nowhere. */
export function isInProject(file: string, project: string): boolean {
  for (let path = file; path !== project && path !== dirname(path); path = dirname(path)) {
    if (!isThere(path)) continue;
    const [found, top] = [realOf(path), realOf(project)];
    return found !== undefined && top !== undefined && isBelow(top, found);
  }
  return true;
}

/** A link is there even where it leads nowhere. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A file stands where a folder should.
    return false;
  }
}

/** Undefined where it leads nowhere, or cannot be read. */
function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
