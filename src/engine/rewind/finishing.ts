import { isPivotRewind, type RewindRecord } from '../../model/workspace/rewindRecord';
import type { Checkpoints, RestoreResult } from '../../ports/checkpoints';
import { StateError } from '../../ports/workspaceState';
import { describeTarget } from '../../reports/rewind/describeRewind';
import { orStateError } from '../state/orStateError';
import { requireTask } from '../state/requireTask';
import { pivotOf, recordAsTheyAre, recordReturned } from './pivotRecord';
import type { RewindTools } from './rewindTools';
import { countOf } from '../../text/count';

/** Dependencies of recording and completing; the configuration may be missing. */
export type FinishTools = Pick<RewindTools, 'store' | 'journal' | 'checkpoints'>;

/**
 * Completes interrupted rewinds; one that cannot be completed (its checkpoint is damaged) is
 * reverted, or given up if that is impossible too. Throws `StateError` if a
 * temporary condition prevents it (a full disk). Returns one sentence for each rewind.
 */
export async function completeInterrupted(tools: FinishTools): Promise<readonly string[]> {
  const cut = tools.store.listRewinds().filter(({ status }) => status === 'applying');
  const messages: string[] = [];
  for (const record of cut) messages.push(await completeOrRevert(tools, record));
  return messages;
}

async function completeOrRevert(tools: FinishTools, record: RewindRecord): Promise<string> {
  const { checkpoints } = tools;
  const what = `The interrupted ${record.kind} of ${record.taskId}`;
  const restored = await orStateError(() => checkpoints.restore(record));
  if (!(restored instanceof StateError)) {
    await finish(tools, record, restored.left);
    return [`${what} is now complete.`, ...leftMessage(restored.left)].join(' ');
  }
  const outcome = await revert(checkpoints, record, restored);
  removeUnchanged(tools, record, restored);
  return `${what} could not be completed ${outcome}`;
}

async function revert(
  checkpoints: Checkpoints,
  { id, from, to, paths }: RewindRecord,
  why: StateError,
): Promise<string> {
  const back = { id: `${id}-back`, from: to, to: from, paths };
  const taken = await orStateError(() => checkpoints.restore(back));
  if (!(taken instanceof StateError)) return `and was reverted: ${why.message}`;
  // The first error names the cause.
  if ((await isReadable(checkpoints, from)) && (await isReadable(checkpoints, to))) throw why;
  return (
    `or reverted: ${why.message} ` +
    `Some of these files may have been rewound, others not: ${nameFiles(paths)}.`
  );
}

async function isReadable(checkpoints: Checkpoints, id: string): Promise<boolean> {
  return !((await orStateError(() => checkpoints.read(id))) instanceof StateError);
}

/** Files that a sentence names; the others are counted. */
const MAX_NAMED = 10;

function nameFiles(paths: readonly string[]): string {
  const more = paths.length - MAX_NAMED;
  const named = paths.slice(0, MAX_NAMED).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

/** Removes a rewind after which the files are as before, for `error`; one of a pivot is not tried again. */
export function removeUnchanged(
  tools: Pick<FinishTools, 'store' | 'journal'>,
  record: RewindRecord,
  error: StateError,
): void {
  tools.journal.transaction(() => {
    tools.store.removeRewind(record.id);
    if (isPivotRewind(record))
      recordAsTheyAre(tools, pivotOf(record), { why: error.message.replace(/\.$/, '') });
  });
}

/**
 * Records that every path except `left` has its target content, with one entry in the task's history if a human or a
 * pivot asked for it.
 */
export async function finish(
  tools: FinishTools,
  record: RewindRecord,
  left: RestoreResult['left'],
): Promise<void> {
  const { store, journal } = tools;
  const { id, kind, taskId, toTurn, paths, who } = record;
  const notRecreated = await findNotRecreated(tools, record, left);
  journal.transaction(() => {
    store.updateRewind(id, {
      status: 'done',
      ...(notRecreated.size > 0 && { paths: paths.filter((path) => !notRecreated.has(path)) }),
    });
    if (who.who === 'devs') {
      recordReturned(tools, { ...record, who }, left);
      return;
    }
    const { status } = requireTask(store, taskId);
    const undone = kind === 'redo' ? newestBefore(store.listRewinds(), record) : undefined;
    if (undone !== undefined) store.updateRewind(undone.id, { undoneBy: id });
    if (record.cause !== undefined) return;
    const where = kind === 'redo' ? '' : `${describeTarget(toTurn)}, `;
    const detail = `${where}${countOf(paths.length, 'file')}`;
    journal.record({
      event: 'intervention',
      taskId,
      data: { what: kind, who, from: status, to: status, detail },
    });
  });
}

/** Left paths that were absent: on record as recreated, their absence would later pass for a deletion by the user. */
async function findNotRecreated(
  { checkpoints }: Pick<FinishTools, 'checkpoints'>,
  { from }: RewindRecord,
  left: RestoreResult['left'],
): Promise<ReadonlySet<string>> {
  if (left.length === 0) return new Set();
  const { files } = await checkpoints.read(from);
  return new Set(left.map(({ path }) => path).filter((path) => !files.has(path)));
}

/** The rewind that a redo undoes: the newest before it that is not undone. */
function newestBefore(all: readonly RewindRecord[], redo: RewindRecord): RewindRecord | undefined {
  return all
    .slice(
      0,
      all.findIndex(({ id }) => id === redo.id),
    )
    .findLast(
      (each) =>
        each.taskId === redo.taskId && each.kind === 'rewind' && each.undoneBy === undefined,
    );
}

/** Sentences about paths that were not changed. */
export function leftMessage(
  left: readonly { readonly path: string; readonly why: string }[],
): readonly string[] {
  return left.map(({ path, why }) => `${path} was left as it is: ${why}.`);
}
