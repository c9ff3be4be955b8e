import type { RewindChoice, RewindPreview, RewindRecord } from '../../domain/rewind';
import { AS_PROPOSED } from '../../domain/rewind';
import { describeSummary } from '../../recovery/rewind/describeRewind';
import { StateError } from '../../ports/workspaceState';
import { requireTask } from '../loopDetection';
import { draft, type Draft, type Wish } from './planning';
import type { RewindTools } from './rewindTools';

/** What came of a rewind or a redo, or what one would do. */
export type RewindOutcome =
  | { readonly ok: true; readonly message: string; readonly done: RewindPreview }
  | { readonly ok: false; readonly message: string };

/** What would be done; nothing is changed. */
export async function previewRewinding(
  tools: RewindTools,
  wish: Wish,
  choice: RewindChoice = AS_PROPOSED,
): Promise<RewindOutcome> {
  const drafted = await draft(tools, wish);
  if (!drafted.ok) return drafted;
  const now = await tools.checkpoints.look(drafted.draft.paths);
  const done = drafted.draft.plan(now, choice);
  return { ok: true, message: describeSummary(done), done };
}

/**
 * Brings files back. What stands now is recorded first; the intent is on disk before the first file
 * changes, so that whoever comes next finishes what a crash cut off.
 */
export async function carryOut(
  tools: RewindTools,
  wish: Wish,
  choice: RewindChoice = AS_PROPOSED,
): Promise<RewindOutcome> {
  const drafted = await draft(tools, wish);
  if (!drafted.ok) return drafted;
  const { checkpoints } = tools;
  const rescue = await checkpoints.record(drafted.draft.paths);
  const proposed = drafted.draft.plan(await checkpoints.read(rescue.id), AS_PROPOSED);
  const problem = choiceProblem(proposed, choice);
  if (problem !== undefined) return { ok: false, message: problem };
  const preview = drafted.draft.plan(await checkpoints.read(rescue.id), choice);
  if (preview.steps.length === 0) return { ok: true, message: nothingToDo(preview), done: preview };
  const record = recordOf(tools, drafted.draft, { preview, from: rescue.id });
  return await restore(tools, record, preview);
}

async function restore(
  tools: RewindTools,
  record: RewindRecord,
  preview: RewindPreview,
): Promise<RewindOutcome> {
  const { store, checkpoints } = tools;
  store.addRewind(record);
  const restored = await orStateError(() => checkpoints.restore(record));
  if (restored instanceof StateError) {
    store.removeRewind(record.id);
    return { ok: false, message: `${restored.message} No file was changed.` };
  }
  const unrecorded = await orStateError(() => finish(tools, record));
  if (unrecorded instanceof StateError) {
    return { ok: false, message: `${unrecorded.message} ${CHANGED_NOT_RECORDED}` };
  }
  const message = [doneMessage(record, preview), ...leftMessage(restored.left)].join(' ');
  return { ok: true, message, done: preview };
}

const CHANGED_NOT_RECORDED =
  'The files are changed all the same; the next `devs` command records that.';

/** A `StateError` becomes the result: what failed decides what is true of the files. */
async function orStateError<T>(work: () => T | Promise<T>): Promise<T | StateError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StateError) return error;
    throw error;
  }
}

/**
 * Finishes rewinds that a crash cut off; one that cannot be finished (its checkpoint is damaged) is
 * taken back. Throws `StateError` when neither is possible now. Tells what was done, a sentence each.
 */
export async function finishCutOff(tools: RewindTools): Promise<readonly string[]> {
  const cut = tools.store.listRewinds().filter(({ status }) => status === 'applying');
  const told: string[] = [];
  for (const record of cut) told.push(await finishOrTakeBack(tools, record));
  return told;
}

async function finishOrTakeBack(tools: RewindTools, record: RewindRecord): Promise<string> {
  const { store, checkpoints } = tools;
  const what = `A ${record.kind} of ${record.taskId} that was cut off`;
  const restored = await orStateError(() => checkpoints.restore(record));
  if (!(restored instanceof StateError)) {
    finish(tools, record);
    return [`${what} is finished now.`, ...leftMessage(restored.left)].join(' ');
  }
  const { id, from, to, paths } = record;
  await checkpoints.restore({ id: `${id}-back`, from: to, to: from, paths }).catch(() => {
    // The first error is the one that says what is wrong.
    throw restored;
  });
  store.removeRewind(id);
  return `${what} could not be finished and was taken back: ${restored.message}`;
}

function finish({ store, journal, who }: RewindTools, record: RewindRecord): void {
  const { id, kind, taskId, toTurn, paths } = record;
  journal.transaction(() => {
    store.updateRewind(id, { status: 'done' });
    const { status } = requireTask(store, taskId);
    const undone = kind === 'redo' ? newestBefore(store.listRewinds(), record) : undefined;
    if (undone !== undefined) store.updateRewind(undone.id, { undoneBy: id });
    const where = kind === 'redo' ? '' : `${describeTarget(toTurn)}, `;
    const detail = `${where}${paths.length} ${paths.length === 1 ? 'file' : 'files'}`;
    journal.record({
      event: 'intervention',
      taskId,
      data: { what: kind, who, from: status, to: status, detail },
    });
  });
}

/** The rewind that a redo undoes: the newest before it that nobody undid. */
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

function recordOf(
  { store, clock }: RewindTools,
  { to, undoes }: Draft,
  { preview, from }: { readonly preview: RewindPreview; readonly from: string },
): RewindRecord {
  return {
    id: clock.newId(),
    kind: undoes === undefined ? 'rewind' : 'redo',
    taskId: preview.taskId,
    at: clock.now().toISOString(),
    toTurn: preview.toTurn,
    afterTurn: store.newestTurnId() ?? '',
    from,
    to,
    paths: preview.steps.map(({ path }) => path),
    status: 'applying',
  };
}

/** Names what was chosen and is not there to be chosen. */
function choiceProblem(proposed: RewindPreview, choice: RewindChoice): string | undefined {
  const known = new Set([...proposed.steps, ...proposed.kept].map(({ path }) => path));
  const selectable = new Set(
    proposed.kept.filter((kept) => kept.selectable).map(({ path }) => path),
  );
  const steps = new Set(proposed.steps.map(({ path }) => path));
  const also = choice.also === 'all' ? [] : choice.also;
  const unknown = [...also, ...choice.except].find((path) => !known.has(path));
  if (unknown !== undefined)
    return `${unknown} is not among the files that this would change or keep.`;
  const fixed = also.find((path) => !selectable.has(path) && !steps.has(path));
  return fixed === undefined ? undefined : `${fixed} cannot be brought back; the preview says why.`;
}

function nothingToDo({ kind, kept }: RewindPreview): string {
  const why = kept.length === 0 ? '' : ` ${describeKeptCount(kept.length)}`;
  return kind === 'rewind'
    ? `Nothing to rewind: every file that the agent changed stands as it did then, or stays as it is.${why}`
    : `Nothing to redo: every file stands as it did before the rewind, or stays as it is.${why}`;
}

function describeKeptCount(count: number): string {
  return count === 1 ? '1 file is kept as it is.' : `${count} files are kept as they are.`;
}

function describeTarget(toTurn: number): string {
  return toTurn === 0 ? 'to before its first turn' : `to after turn ${toTurn}`;
}

function doneMessage({ kind, taskId, toTurn }: RewindRecord, preview: RewindPreview): string {
  const summary = describeSummary(preview);
  return kind === 'rewind'
    ? `Rewound ${taskId} ${describeTarget(toTurn)}: ${summary}. \`devs redo ${taskId}\` undoes it.`
    : `Undid the rewind of ${taskId}: ${summary}.`;
}

function leftMessage(left: readonly { path: string; why: string }[]): readonly string[] {
  return left.map(({ path, why }) => `${path} was left as it is: ${why}.`);
}
