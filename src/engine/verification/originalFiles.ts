import type { OriginalFiles } from '../../model/baseline/originalFiles';
import type { Checkpoints, RestoreRequest, RestoreResult } from '../../ports/checkpoints';
import type { Store } from '../../ports/store';
import { StateError } from '../../ports/workspaceState';
import { listSome } from '../../text/list';
import { orStateError } from '../state/orStateError';

interface Tools {
  readonly store: Store;
  readonly checkpoints: Checkpoints;
}

interface WithOriginals<T> {
  readonly result: T;
  /** Original files that could not be put in place. */
  readonly left: readonly string[];
}

/**
 * Runs `work` with the original files in place and brings the others back, however `work` ends. The
 * intent is on disk before the first file changes, so that after a crash the next lease holder
 * brings them back. Throws `StateError` if the workspace cannot be changed; then no file has. No two groups have a
 * path in common.
 */
export async function withOriginalFiles<T>(
  tools: Tools,
  [files, ...others]: readonly OriginalFiles[],
  work: () => Promise<T>,
): Promise<WithOriginals<T>> {
  if (files === undefined) return { result: await work(), left: [] };
  const { store, checkpoints } = tools;
  store.putOriginalFiles(files);
  try {
    const { left } = await checkpoints.restore(putInPlace(files));
    const inner = await withOriginalFiles(tools, others, work);
    return { ...inner, left: [...left.map(({ path }) => path), ...inner.left] };
  } finally {
    // A test runner may have rewritten them: what is there now gives way.
    const { id: now } = await checkpoints.record(files.paths);
    store.putOriginalFiles({ ...files, now });
    await checkpoints.restore(bringBack({ ...files, now }));
    store.removeOriginalFiles(files.turnId);
  }
}

/**
 * Brings edited files back that a crash left replaced by original ones. A file that is neither, by an edit since, stays
 * as it is; so do all where the records of them are damaged. Throws `StateError` if a temporary condition prevents it
 * (a full disk). Returns one sentence for each crash.
 */
export async function recoverOriginalFiles(tools: Tools): Promise<readonly string[]> {
  const { store, checkpoints } = tools;
  const messages: string[] = [];
  for (const files of store.listOriginalFiles()) {
    const restored = await orStateError(() => recover(checkpoints, files));
    if (restored instanceof StateError && (await areReadable(checkpoints, files))) throw restored;
    store.removeOriginalFiles(files.turnId);
    messages.push(describeRecovery(files, restored));
  }
  return messages;
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
  const when = 'Devs was killed while it ran the original ones.';
  if (restored instanceof StateError)
    return `The tests of ${taskId} could not be brought back (${listSome(paths, MAX_NAMED)}): ${restored.message} ${when}`;
  const kept = restored.left.map(({ path, why }) => ` ${path} was left as it is: ${why}.`);
  return `The tests of ${taskId} are again as the agent left them: ${when}${kept.join('')}`;
}

/** Files that a sentence names; the others are counted. */
const MAX_NAMED = 10;

function putInPlace({ turnId, from, to, paths }: OriginalFiles): RestoreRequest {
  return { id: `${turnId}-originals`, from, to, paths };
}

function bringBack({ turnId, from, to, now = to, paths }: OriginalFiles): RestoreRequest {
  return { id: `${turnId}-edited`, from: now, to: from, paths };
}
