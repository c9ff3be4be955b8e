import { unescapePath } from '../workspace/listedFile';

/** Path from the root of the working tree; undefined for a name that is no text in UTF-8. */
export function toGitPath(prefix: string, path: string): string | undefined {
  return unescapePath(path) === undefined ? `${prefix}${path}` : undefined;
}
