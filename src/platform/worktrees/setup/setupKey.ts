import { createHash } from 'node:crypto';
import { lstat, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';
import { UNREADABLE } from '../../../model/workspace/checkpoint';
import type { SetupInputs } from '../../../ports/worktrees';
import { StateError } from '../../../ports/workspaceState';
import { contentHash } from '../../workspace/contentHash';
import { findProgram } from '../../workspace/findProgram';
import { isPattern } from '../../workspace/isPattern';
import { inParallel } from './inParallel';

/** Changes when what is kept, or how, changes. */
const VERSION = 1;

export type SetupKey =
  | { readonly kind: 'key'; readonly key: string }
  /** Name or pattern that matches no file. */
  | { readonly kind: 'missing'; readonly name: string };

export interface KeyPlace {
  /** Absolute: the workspace's folder in the worktree. */
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * What the result of a setup depends on, as a name for a folder: the content of the files, the command, what is copied, the
 * system, and which program `node` is. Throws `StateError` for a file that cannot be read.
 */
export async function readSetupKey(
  { command, files, copy }: SetupInputs,
  { directory, environment }: KeyPlace,
): Promise<SetupKey> {
  const paths = new Set<string>();
  for (const name of files) {
    const found = await findFiles(name, directory);
    if (found.length === 0) return { kind: 'missing', name };
    for (const path of found) paths.add(path);
  }
  const hashes = await hashFiles([...paths].sort(), directory);
  const system = [process.platform, process.arch, await identifyNode(environment)];
  const all = JSON.stringify([VERSION, system, command, copy, hashes]);
  return { kind: 'key', key: createHash('sha256').update(all).digest('hex').slice(0, 32) };
}

/** A file itself, the files below a folder, or those that match a pattern; relative to the folder. */
async function findFiles(name: string, directory: string): Promise<readonly string[]> {
  if (isPattern(name)) return await globFiles(name, directory);
  const stats = await stat(join(directory, name)).catch(() => undefined);
  if (stats?.isDirectory() !== true) return stats?.isFile() === true ? [name] : [];
  const below = await globFiles('**', join(directory, name));
  return below.map((path) => `${name}/${path}`);
}

async function globFiles(pattern: string, cwd: string): Promise<readonly string[]> {
  return await glob([pattern], {
    ...{ cwd, dot: true, followSymbolicLinks: false, expandDirectories: false },
    ignore: ['**/.git/**', '**/node_modules/**'],
  });
}

async function hashFiles(
  paths: readonly string[],
  directory: string,
): Promise<readonly (readonly [string, string])[]> {
  const hashes = new Map<string, string>();
  await inParallel(paths, async (path) => {
    const real = await realpath(join(directory, path));
    const hash = await contentHash(real, await lstat(real, { bigint: true }));
    if (hash === undefined || hash === UNREADABLE)
      throw new StateError(`${path}, which \`setupCache\` names, could not be read.`);
    hashes.set(path, hash);
  });
  return paths.map((path) => [path, hashes.get(path) ?? '']);
}

/** Another version of node is another file; it is not started to ask for its number. */
async function identifyNode(environment: NodeJS.ProcessEnv): Promise<string> {
  const found = findProgram('node', { environment });
  if (found === undefined) return '';
  try {
    const real = await realpath(found);
    const { size, mtimeMs } = await stat(real);
    return `${real} ${size} ${Math.floor(mtimeMs)}`;
  } catch {
    return found;
  }
}
