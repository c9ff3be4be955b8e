import {
  AS_PROPOSED,
  isPivotRewind,
  type RewindChoice,
  type RewindPreview,
  type RewindRecord,
} from '../../model/workspace/rewindRecord';
import { describeSummary, describeTarget } from '../../reports/rewind/describeRewind';
import { StateError } from '../../ports/workspaceState';
import { orStateError } from '../state/orStateError';
import { finish, leftMessage, removeUnchanged } from './finishing';
import { planReturn } from './pivotRecord';
import { assertRescued, choiceProblem, nothingToDo, onlyConfirmed } from './restoring';
import { draft, type Draft, type RewindRequest } from './planning';
import type { RewindTools } from './rewindTools';

/** Result of a rewind or a redo. */
export type RewindOutcome =
  | { readonly ok: true; readonly message: string; readonly done: RewindPreview }
  | { readonly ok: false; readonly message: string };

/** Preview of a rewind or a redo; `checkpoint`: id of the one whose content comes back. */
export type PreviewOutcome =
  | (Extract<RewindOutcome, { ok: true }> & { readonly checkpoint: string })
  | Extract<RewindOutcome, { ok: false }>;

/** Preview; changes nothing. */
export async function previewRewinding(
  tools: RewindTools,
  request: RewindRequest,
  choice: RewindChoice = AS_PROPOSED,
): Promise<PreviewOutcome> {
  const drafted = await draft(tools, request);
  if (!drafted.ok) return drafted;
  const now = await tools.checkpoints.readWorkspace(drafted.draft.paths);
  const { plan, to } = drafted.draft;
  const done = plan(now, choice);
  return { ok: true, message: describeSummary(done), done, checkpoint: to };
}

/**
 * Restores files. Records the current content first, and writes the intent to disk before the first
 * file changes, so that the next lease holder completes an interrupted rewind.
 */
export async function carryOut(
  tools: RewindTools,
  request: RewindRequest,
  choice: RewindChoice = AS_PROPOSED,
): Promise<RewindOutcome> {
  const drafted = await draft(tools, request);
  if (!drafted.ok) return drafted;
  const { checkpoints } = tools;
  const rescue = await checkpoints.record(drafted.draft.paths);
  const now = await checkpoints.read(rescue.id);
  const problem = choiceProblem(drafted.draft.plan(now, AS_PROPOSED), choice);
  if (problem !== undefined) return { ok: false, message: problem };
  const preview = onlyConfirmed(choice, (chosen) => drafted.draft.plan(now, chosen));
  if (preview.steps.length === 0) return { ok: true, message: nothingToDo(preview), done: preview };
  await assertRescued(checkpoints, now, { rescue: rescue.id, preview });
  const record = recordOf(tools, drafted.draft, { preview, from: rescue.id });
  return await restore(tools, record, preview);
}

async function restore(
  tools: RewindTools,
  record: RewindRecord,
  preview: RewindPreview,
): Promise<RewindOutcome> {
  const { store, checkpoints } = tools;
  store.transaction(() => {
    store.addRewind(record);
    if (isPivotRewind(record)) planReturn(store, record, preview);
  });
  const restored = await orStateError(() => checkpoints.restore(record));
  if (restored instanceof StateError) {
    removeUnchanged(tools, record, restored);
    return { ok: false, message: `${restored.message} No file was changed.` };
  }
  const unrecorded = await orStateError(() => finish(tools, record, restored.left));
  if (unrecorded instanceof StateError) {
    return { ok: false, message: `${unrecorded.message} ${CHANGED_NOT_RECORDED}` };
  }
  const message = [doneMessage(record, preview), ...leftMessage(restored.left)].join(' ');
  return { ok: true, message, done: preview };
}

const CHANGED_NOT_RECORDED =
  'The files have been changed, but this is not recorded yet; the next `devs` command records the change.';

function recordOf(
  { store, clock, who }: RewindTools,
  { to, undoes }: Draft,
  { preview, from }: { readonly preview: RewindPreview; readonly from: string },
): RewindRecord {
  return {
    id: clock.newId(),
    kind: undoes === undefined ? 'rewind' : 'redo',
    taskId: preview.taskId,
    who,
    at: clock.now().toISOString(),
    toTurn: preview.toTurn,
    afterTurn: store.newestTurnId() ?? '',
    from,
    to,
    paths: preview.steps.map(({ path }) => path),
    status: 'applying',
  };
}

function doneMessage({ kind, taskId, toTurn }: RewindRecord, preview: RewindPreview): string {
  const summary = describeSummary(preview);
  return kind === 'rewind'
    ? `Rewound ${taskId} ${describeTarget(toTurn)}: ${summary}. To undo the rewind: \`devs redo ${taskId}\`.`
    : `Undid the rewind of ${taskId}: ${summary}.`;
}
