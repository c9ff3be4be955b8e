import type { OriginalFiles } from '../../model/baseline/originalFiles';
import type { Checkpoints, RestoreRequest, RestoreResult } from '../../ports/checkpoints';
import type { Store } from '../../ports/store';
import { StateError } from '../../ports/workspaceState';
import { listSome } from '../../text/list';
import { isTestSource } from '../../rules/doubt/testFiles';
import { orStateError } from '../state/orStateError';

interface Tools {
  readonly store: Store;
  readonly checkpoints: Checkpoints;
}

interface WithOriginals<T> {
  readonly result: T;
  /** Original files that could not be put in place, and sources that did not stay there. */
  readonly left: readonly string[];
}

interface InPlace {
  /** No two of them have a path in common. */
  readonly groups: readonly OriginalFiles[];
  /** Paths that the verification writes by itself, such as a formatter. */
  readonly written: ReadonlySet<string>;
}

/**
 * Runs `work` with the original files in place and brings the others back, however `work` ends. The
 * intent is on disk before the first file changes, so that after a crash the next lease holder
 * brings them back. A source that changed meanwhile into something else is the user's, and stays.
 * Throws `StateError` if the workspace cannot be changed; then no file has.
 */
export async function withOriginalFiles<T>(
  tools: Tools,
  { groups: [files, ...groups], written }: InPlace,
  work: () => Promise<T>,
): Promise<WithOriginals<T>> {
  if (files === undefined) return { result: await work(), left: [] };
  const { store, checkpoints } = tools;
  // Completed before it returns, in the end.
  const unplaced: string[] = [];
  store.putOriginalFiles(files);
  try {
    const { left } = await checkpoints.restore(putInPlace(files));
    const inner = await withOriginalFiles(tools, { groups, written }, work);
    unplaced.push(...left.map(({ path }) => path), ...inner.left);
    return { ...inner, left: unplaced };
  } finally {
    const { id: now } = await checkpoints.record(files.paths);
    const isOwn = (path: string): boolean => isTestSource(path) && !written.has(path);
    const found = await listRewritten(checkpoints, { ...files, now });
    const known = new Set(unplaced);
    unplaced.push(...found.rewritten.filter((path) => isOwn(path) && !known.has(path)));
    // What a runner wrote there gives way.
    const kept = new Set(found.other.filter(isOwn));
    const back = { ...files, now, paths: files.paths.filter((path) => !kept.has(path)) };
    store.putOriginalFiles(back);
    await checkpoints.restore(bringBack(back));
    store.removeOriginalFiles(files.turnId);
  }
}

interface Rewritten {
  /** Paths that are not as the original ones. */
  readonly rewritten: readonly string[];
  /** Those of them that are not as the agent left them either. */
  readonly other: readonly string[];
}

async function listRewritten(
  checkpoints: Checkpoints,
  { from, to, now, paths }: Required<OriginalFiles>,
): Promise<Rewritten> {
  const states = await orStateError(async () => ({
    edited: (await checkpoints.read(from)).files,
    original: (await checkpoints.read(to)).files,
    found: (await checkpoints.read(now)).files,
  }));
  // The disk lost a record: only what it holds can be brought back.
  if (states instanceof StateError) return { rewritten: paths, other: [] };
  const { edited, original, found } = states;
  const differsFrom = (other: typeof found) => (path: string) =>
    found.get(path)?.version !== other.get(path)?.version;
  const rewritten = paths.filter(differsFrom(original));
  return { rewritten, other: rewritten.filter(differsFrom(edited)) };
}

/**
 * Brings edited files back that a crash left replaced by original ones. A file that is neither, by an edit since, stays
 * as it is; so do all where the records of them are damaged. Throws `StateError` if a temporary condition prevents it
 * (a full disk). Returns what happened, for humans.
 */
export async function recoverOriginalFiles(
  { store, checkpoints }: Tools,
  files: OriginalFiles,
): Promise<string> {
  const restored = await orStateError(() => recover(checkpoints, files));
  if (restored instanceof StateError && (await areReadable(checkpoints, files))) throw restored;
  store.removeOriginalFiles(files.turnId);
  return describeRecovery(files, restored);
}

/** Completes the exchange that was cut off, since only the same request knows what it moved aside, then reverts it. */
async function recover(checkpoints: Checkpoints, files: OriginalFiles): Promise<RestoreResult> {
  if (files.now !== undefined) return await checkpoints.restore(bringBack(files));
  await checkpoints.restore(putInPlace(files));
  return await checkpoints.restore({ ...bringBack(files), id: `${files.turnId}-recovered` });
}

async function areReadable(
  checkpoints: Checkpoints,
  { from, to, now }: OriginalFiles,
): Promise<boolean> {
  for (const id of [from, to, ...(now === undefined ? [] : [now])])
    if ((await orStateError(() => checkpoints.read(id))) instanceof StateError) return false;
  return true;
}

function describeRecovery(
  { taskId, paths }: OriginalFiles,
  restored: RestoreResult | StateError,
): string {
  const when =
    'Devs was killed while it verified the work with the earlier versions of these tests.';
  if (restored instanceof StateError)
    return `Devs could not restore the agent's changes to the tests of ${taskId} (${listSome(paths, MAX_NAMED)}): ${restored.message} ${when}`;
  const kept = restored.left.map(({ path, why }) => ` ${path} was left as it is: ${why}.`);
  return `Devs restored the agent's changes to the tests of ${taskId}. ${when}${kept.join('')}`;
}

/** Files that a sentence names; the others are counted. */
const MAX_NAMED = 10;

function putInPlace({ turnId, from, to, paths }: OriginalFiles): RestoreRequest {
  return { id: `${turnId}-originals`, from, to, paths };
}

function bringBack({ turnId, from, to, now = to, paths }: OriginalFiles): RestoreRequest {
  return { id: `${turnId}-edited`, from: now, to: from, paths };
}
