import { isAbsolute, relative } from 'node:path';
import which from 'which';

export interface ProgramSearch {
  readonly environment: NodeJS.ProcessEnv;
  /** Programs in this folder do not count: an agent may have put them there. */
  readonly outside?: string;
}

/** Absolute path of the first such program on PATH; undefined if there is none. */
export function findProgram(name: string, search: ProgramSearch): string | undefined {
  const found = which.sync(name, {
    path: pathOf(search.environment),
    all: true,
    nothrow: true,
  });
  return found?.find((file) => isAbsolute(file) && isOutside(search.outside, file));
}

// A copy of the environment is case-sensitive, unlike Windows ("Path").
function pathOf(environment: NodeJS.ProcessEnv): string {
  return Object.entries(environment).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
}

function isOutside(folder: string | undefined, file: string): boolean {
  if (folder === undefined) return true;
  const way = relative(folder, file);
  return way.startsWith('..') || isAbsolute(way);
}
