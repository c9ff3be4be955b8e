import { existsSync, readFileSync } from 'node:fs';

/** Text of a file; undefined if there is none. */
export function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
