import { lstatSync } from 'node:fs';
import type { CheckpointEntry } from '../../domain/checkpoint';
import { assertReadable } from '../workspace/assertReadable';
import {
  createFileHashes,
  type ContentReader,
  type FileHashes,
  type HashedFile,
} from '../workspace/fileHashes';
import { findProgram } from '../workspace/findProgram';
import { listFiles, type UnknownPath } from '../workspace/listFiles';
import { systemPath, type ListedFile } from '../workspace/listedFile';
import { ownFiles } from '../workspace/ownFiles';
import { alsoListed } from './alsoListed';
import { entryOf, storedId } from './entry';
import { gitPart } from './gitName';
import { ignoredInPlaceOfTracked } from './inPlaceOfTracked';
import { createKeepingReader, type Keeper } from './keepingReader';

/** A file of the workspace and how it stands. */
interface ScannedFile {
  readonly file: ListedFile;
  readonly entry: CheckpointEntry;
}

/** The workspace at one moment, with the bytes of paths that are no text. */
export interface WorkspaceScan {
  readonly files: ReadonlyMap<string, ScannedFile>;
  /** As in `CheckpointState`. */
  readonly unknown: ReadonlyMap<string, UnknownPath>;
}

export interface ScanOptions {
  /** Absolute. */
  readonly workspaceDir: string;
  readonly stateDir: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Larger files are only noted. */
  readonly maxFileBytes: number;
}

const FILES_AT_ONCE = 16;

/**
 * Looks at the workspace, again and again; remembers what did not change in between. With a keeper
 * the content of what is marked as stored is in its hands afterwards. Rejects when the workspace
 * cannot be listed, or with what the keeper rejects with.
 */
export function createScan(
  options: ScanOptions,
): (also: Iterable<string>, keeper?: Keeper) => Promise<WorkspaceScan> {
  const { workspaceDir, environment } = options;
  const git = findProgram('git', { environment, outside: workspaceDir });
  const hashes = createFileHashes({ root: workspaceDir, now: Date.now });
  return async (also, keeper) => {
    await assertReadable(workspaceDir);
    const { files, unknown } = await listed({ ...options, git }, also);
    const scanned = await look(files, { ...options, hashes, keeper });
    const missing = files.filter(({ path }) => !scanned.has(path));
    for (const each of await ignoredInPlaceOfTracked({ ...options, git }, missing))
      unknown.set(each.path, each);
    for (const path of scanned.keys()) unknown.delete(path);
    return { files: scanned, unknown };
  };
}

/** What there is to look at, and what is not to be looked at. */
async function listed(
  options: ScanOptions & { readonly git: string | undefined },
  also: Iterable<string>,
) {
  const own = await ownFiles(options.workspaceDir, options.stateDir);
  const listing = await listFiles(options, { withUnknown: true });
  const unknown = new Map<string, UnknownPath>();
  const isLeftOut = (path: UnknownPath): boolean => {
    if (own.holds(path.path)) return true;
    const git = gitPart(path);
    if (git !== undefined) unknown.set(git.path, git);
    return git !== undefined;
  };
  const files = listing.files.filter((file) => !isLeftOut(file));
  for (const each of listing.unknown?.values() ?? [])
    if (!isLeftOut(each)) unknown.set(each.path, each);
  if (own.state !== undefined) unknown.set(own.state, { path: own.state, raw: undefined });
  const known = new Set(files.map(({ path }) => path));
  for (const file of alsoListed(options.workspaceDir, also)) {
    if (known.has(file.path) || isLeftOut(file)) continue;
    known.add(file.path);
    files.push(file);
  }
  return { files, unknown };
}

type Look = ScanOptions & { readonly hashes: FileHashes; readonly keeper: Keeper | undefined };

async function look(files: readonly ListedFile[], options: Look) {
  const { hashes, keeper, maxFileBytes } = options;
  const read = keeper && createKeepingReader(keeper, maxFileBytes);
  const hashed = await hashes.inDetail(files, read);
  const scanned = new Map<string, ScannedFile>();
  const toKeep: HashedFile[] = [];
  for (const [path, each] of hashed) {
    const entry = entryOf(each, maxFileBytes);
    scanned.set(path, { file: each.file, entry });
    const content = storedId(entry);
    if (keeper !== undefined && content !== undefined && !keeper.has(content)) toKeep.push(each);
  }
  if (read !== undefined) await keepRemembered(toKeep, { ...options, read, scanned });
  return scanned;
}

interface Keeping extends Look {
  readonly read: ContentReader;
  readonly scanned: Map<string, ScannedFile>;
}

/** What was hashed earlier, but never kept, is read once more; it may have changed since. */
async function keepRemembered(files: readonly HashedFile[], options: Keeping): Promise<void> {
  const { workspaceDir, keeper, maxFileBytes, read, scanned } = options;
  for (let start = 0; start < files.length; start += FILES_AT_ONCE) {
    const some = files.slice(start, start + FILES_AT_ONCE).map(async ({ file }) => {
      const path = systemPath(workspaceDir, file);
      const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      const content = stats && (await read(path, stats));
      if (content === undefined) {
        scanned.delete(file.path);
        return;
      }
      const mode = Number(stats?.mode ?? 0n) & 0o7777;
      const entry = entryOf({ file, mode, ...content }, maxFileBytes);
      const kept = storedId(entry);
      const stored = kept !== undefined && keeper?.has(kept) === true;
      scanned.set(file.path, { file, entry: { ...entry, stored } });
    });
    await Promise.all(some);
  }
}
