import { lstatSync } from 'node:fs';
import type { CheckpointEntry } from '../../model/workspace/checkpoint';
import type { WorkspaceSnapshot } from '../../ports/workspace';
import { assertReadable } from './assertReadable';
import {
  createFileHashes,
  type ContentReader,
  type FileHashes,
  type HashedFile,
} from './fileHashes';
import { findProgram } from './findProgram';
import { listFiles, type UnknownPath } from './listFiles';
import { systemPath, unescapePath, type ListedFile } from './listedFile';
import { findDevsFiles } from './findDevsFiles';
import { toCheckpointEntry, storedContentId } from './checkpointEntry';
import { findGitPart } from './gitName';
import { findFolders, findUnlisted } from './findUnlisted';
import { createStoringReader, type ContentSink } from './storingReader';

/** A file of the workspace with its state. */
interface ScannedFile {
  readonly file: ListedFile;
  readonly entry: CheckpointEntry;
  /** As in a `WorkspaceSnapshot`. */
  readonly hash: string;
}

/** The workspace at one moment, with the bytes of paths that are not valid UTF-8. */
export interface WorkspaceScan {
  readonly files: ReadonlyMap<string, ScannedFile>;
  /** As in `CheckpointState`. */
  readonly unknown: ReadonlyMap<string, UnknownPath>;
  readonly snapshot: WorkspaceSnapshot;
}

export interface ScanOptions {
  /** Absolute. */
  readonly workspaceDir: string;
  readonly stateDir: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Larger files are listed without content. */
  readonly maxFileBytes: number;
}

const FILES_AT_ONCE = 16;

/**
 * Creates a scanner of the workspace that caches hashes of unchanged files between calls. With a
 * sink, stores the content of every entry marked as stored. Rejects when the workspace cannot be
 * listed, or with the sink's errors.
 */
export function createWorkspaceScan(
  options: ScanOptions,
): (also: Iterable<string>, sink?: ContentSink) => Promise<WorkspaceScan> {
  const { workspaceDir, environment } = options;
  const git = findProgram('git', { environment, outside: workspaceDir });
  const hashes = createFileHashes({ root: workspaceDir, now: Date.now });
  const gitNamedHashes = createFileHashes({ root: workspaceDir, now: Date.now });
  return async (also, sink) => {
    await assertReadable(workspaceDir);
    const { files, unknown, shown, gitNamed } = await listWorkspace({ ...options, git }, also);
    const scanned = await hashFiles(files, { ...options, hashes, sink });
    const snapshot = toSnapshot(shown, scanned, await gitNamedHashes.of(gitNamed));
    const missing = files.filter(({ path }) => !scanned.has(path));
    lookInto(findFolders(workspaceDir, missing), { workspaceDir, files, unknown });
    for (const path of scanned.keys()) unknown.delete(path);
    return { files: scanned, unknown, snapshot };
  };
}

/**
 * Makes exact what is unknown in folders that took the place of listed files: a rewind to such a
 * file must know whether anything remains in its place.
 */
function lookInto(
  folders: readonly ListedFile[],
  {
    workspaceDir,
    files,
    unknown,
  }: {
    readonly workspaceDir: string;
    readonly files: readonly ListedFile[];
    readonly unknown: Map<string, UnknownPath>;
  },
): void {
  if (folders.length === 0) return;
  const isWithin = (path: string): boolean =>
    folders.some((folder) => path.startsWith(`${folder.path}/`));
  for (const path of unknown.keys()) if (isWithin(path)) unknown.delete(path);
  for (const each of findUnlisted(workspaceDir, folders, files)) unknown.set(each.path, each);
}

/** Builds the snapshot from the listed files, recorded or not. */
function toSnapshot(
  shown: readonly ListedFile[],
  scanned: ReadonlyMap<string, ScannedFile>,
  others: ReadonlyMap<string, string>,
): WorkspaceSnapshot {
  const files = new Map<string, string>();
  const untracked = new Set<string>();
  for (const { path, tracked } of shown) {
    const hash = scanned.get(path)?.hash ?? others.get(path);
    if (hash === undefined) continue;
    files.set(path, hash);
    if (!tracked) untracked.add(path);
  }
  return { files, untracked };
}

/**
 * Lists the files to scan and the unknown paths. `shown`: files of the snapshot, including those
 * that are never recorded because of their name (`gitNamed`).
 */
async function listWorkspace(
  options: ScanOptions & { readonly git: string | undefined },
  also: Iterable<string>,
) {
  const own = await findDevsFiles(options.workspaceDir, options.stateDir);
  const listing = await listFiles(options, { withUnknown: true });
  const unknown = new Map<string, UnknownPath>();
  const isLeftOut = (path: UnknownPath): boolean => {
    if (own.contains(path.path)) return true;
    const git = findGitPart(path);
    if (git !== undefined) unknown.set(git.path, git);
    return git !== undefined;
  };
  const ours = listing.files.filter(({ path }) => !own.contains(path));
  const shown = ours.filter(({ path }) => !listing.notedOnly.has(path));
  const gitNamed: ListedFile[] = [];
  const files: ListedFile[] = [];
  for (const file of ours) (isLeftOut(file) ? gitNamed : files).push(file);
  for (const each of listing.unknown?.values() ?? [])
    if (!isLeftOut(each)) unknown.set(each.path, each);
  if (own.state !== undefined) unknown.set(own.state, { path: own.state, raw: undefined });
  const known = new Set(files.map(({ path }) => path));
  for (const file of listRequestedFiles(also)) {
    if (known.has(file.path) || isLeftOut(file)) continue;
    known.add(file.path);
    files.push(file);
  }
  return { files, unknown, shown, gitNamed };
}

type HashOptions = ScanOptions & {
  readonly hashes: FileHashes;
  readonly sink: ContentSink | undefined;
};

async function hashFiles(files: readonly ListedFile[], options: HashOptions) {
  const { hashes, sink, maxFileBytes } = options;
  const read = sink && createStoringReader(sink, maxFileBytes);
  const hashed = await hashes.inDetail(files, read);
  const scanned = new Map<string, ScannedFile>();
  const contents: { readonly id: string; readonly hashedFile: HashedFile }[] = [];
  for (const [path, each] of hashed) {
    const entry = toCheckpointEntry(each, maxFileBytes);
    scanned.set(path, { file: each.file, entry, hash: each.hash });
    const id = storedContentId(entry);
    if (id !== undefined) contents.push({ id, hashedFile: each });
  }
  if (sink === undefined || read === undefined) return scanned;
  const missing = sink.listMissing(contents.map(({ id }) => id));
  const toStore = contents.filter(({ id }) => missing.has(id)).map(({ hashedFile }) => hashedFile);
  await storeRemembered(toStore, { ...options, read, scanned });
  return scanned;
}

interface StoreOptions extends HashOptions {
  readonly read: ContentReader;
  readonly scanned: Map<string, ScannedFile>;
}

/** Reads files again that were hashed earlier but never stored; they may have changed since. */
async function storeRemembered(files: readonly HashedFile[], options: StoreOptions): Promise<void> {
  const { workspaceDir, sink, maxFileBytes, read, scanned } = options;
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
      const entry = toCheckpointEntry({ file, mode, ...content }, maxFileBytes);
      const kept = storedContentId(entry);
      const stored = kept !== undefined && sink?.has(kept) === true;
      scanned.set(file.path, { file, entry: { ...entry, stored }, hash: content.hash });
    });
    await Promise.all(some);
  }
}

/**
 * Turns requested paths into listed files, whether or not git lists them. Skips paths outside the
 * workspace.
 */
function* listRequestedFiles(paths: Iterable<string>): Generator<ListedFile> {
  for (const path of paths) {
    if (!isInside(path)) continue;
    yield { path, raw: unescapePath(path), tracked: false, unreadable: false };
  }
}

function isInside(path: string): boolean {
  if (path.includes('\0') || (process.platform === 'win32' && /[\\:]/.test(path))) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
