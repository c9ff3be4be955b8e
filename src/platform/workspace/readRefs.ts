import { constants, lstat, readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { RepositoryState } from '../../model/workspace/checkpoint';

/** HEAD, stashes and local branches of a repository. */
export interface Refs {
  readonly state: RepositoryState;
  /** Equal exactly if every local branch points to the same commit. */
  readonly branches: string;
}

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const HEADS = 'refs/heads/';
const STASH = 'refs/stash';

/**
 * Reads git's references from plain files. Undefined where only git can tell: another format
 * (reftable), an ambiguous name, unexpected content.
 */
export async function readRefs(gitDir: string): Promise<Refs | undefined> {
  try {
    const common = await findCommonFolder(gitDir);
    const head = await readHead(gitDir);
    if (head === undefined || (await exists(join(common, 'reftable')))) return undefined;
    // Git packs by writing the packed file first and then removing loose ones: reading in the
    // reverse order misses no reference.
    const loose = await readLooseRefs(common, 'refs/heads');
    const stash = await readLooseRef(common, STASH);
    const packed = await readPackedRefs(common);
    const branches = new Map([...packed].filter(([name]) => name.startsWith(HEADS)));
    for (const [name, id] of loose) branches.set(name, id);
    const branch = head.kind === 'branch' ? head.name.slice(HEADS.length) : '';
    if (branch !== '' && (await isAmbiguous(branch, { gitDir, common, packed }))) return undefined;
    const hasStash = stash !== undefined || packed.has(STASH);
    return {
      state: {
        head: head.kind === 'branch' ? (branches.get(head.name) ?? '') : head.id,
        branch,
        stashes: hasStash ? await countLines(join(common, 'logs', STASH)) : 0,
      },
      branches: JSON.stringify([...branches].sort()),
    };
  } catch {
    return undefined;
  }
}

/** Folder of the references that all worktrees share. */
async function findCommonFolder(gitDir: string): Promise<string> {
  const named = await readOptional(join(gitDir, 'commondir'));
  return named === undefined ? gitDir : resolve(gitDir, named.trimEnd());
}

type Head =
  | { readonly kind: 'branch'; readonly name: string }
  | { readonly kind: 'detached'; readonly id: string };

async function readHead(gitDir: string): Promise<Head | undefined> {
  const file = join(gitDir, 'HEAD');
  // Very old repositories use a link.
  if (!(await lstat(file)).isFile()) return undefined;
  const text = (await readFile(file, 'utf8')).trimEnd();
  if (OBJECT_ID.test(text)) return { kind: 'detached', id: text };
  const name = /^ref:\s*(refs\/heads\/\S+)$/.exec(text)?.[1];
  return name === undefined || name.endsWith('/.invalid') ? undefined : { kind: 'branch', name };
}

async function readLooseRefs(common: string, folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await listEntries(join(common, folder))) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      for (const [inner, id] of await readLooseRefs(common, name)) found.set(inner, id);
    else if (!entry.name.endsWith('.lock')) {
      const id = await readLooseRef(common, name);
      if (id !== undefined) found.set(name, id);
    }
  }
  return found;
}

/** Undefined if it is missing. Throws if it is not an object id, such as a symbolic reference. */
async function readLooseRef(common: string, name: string): Promise<string | undefined> {
  const id = (await readOptional(join(common, name)))?.trimEnd();
  if (id !== undefined && !OBJECT_ID.test(id)) throw new Error(`${name} is no plain reference`);
  return id;
}

async function readPackedRefs(common: string): Promise<ReadonlyMap<string, string>> {
  const refs = new Map<string, string>();
  for (const line of (await readOptional(join(common, 'packed-refs')))?.split('\n') ?? []) {
    const [id = '', name = ''] = line.split(' ', 2);
    if (OBJECT_ID.test(id) && name !== '') refs.set(name, id);
  }
  return refs;
}

interface Places {
  readonly gitDir: string;
  readonly common: string;
  readonly packed: ReadonlyMap<string, string>;
}

/** Whether git would need a longer name for the branch. */
async function isAmbiguous(branch: string, { gitDir, common, packed }: Places): Promise<boolean> {
  const others = [`refs/${branch}`, `refs/tags/${branch}`];
  if (others.some((name) => packed.has(name))) return true;
  const files = [join(gitDir, branch), ...others.map((name) => join(common, name))];
  return (await Promise.all(files.map(exists))).includes(true);
}

async function listEntries(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

// Without waiting for a writer: a pipe among the files would be read for ever.
const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK;

async function readOptional(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, { encoding: 'utf8', flag: READ_AT_ONCE });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function countLines(file: string): Promise<number> {
  return ((await readOptional(file)) ?? '').split('\n').filter((line) => line !== '').length;
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/**
 * Identifies the nearest `.git` at or above a folder; differs when git may have to look up the
 * repository again. Never rejects.
 */
export async function readRepositoryMark(directory: string): Promise<string> {
  for (let folder = directory; ; folder = dirname(folder)) {
    const path = join(folder, '.git');
    const stats = await lstat(path, { bigint: true }).catch(() => undefined);
    if (stats?.isDirectory() === true) return path;
    if (stats !== undefined) return `${path} ${stats.ino} ${stats.mtimeNs} ${stats.size}`;
    if (dirname(folder) === folder) return '';
  }
}
