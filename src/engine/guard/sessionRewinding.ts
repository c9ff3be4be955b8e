import type { SessionNote } from '../../model/guard/sessionRecord';
import { NO_SESSION_CHECKPOINTS, type SessionTurn } from '../../model/guard/sessionRewind';
import type { CheckpointState } from '../../model/workspace/checkpoint';
import {
  AS_PROPOSED,
  type RewindChoice,
  type RewindPreview,
} from '../../model/workspace/rewindRecord';
import type { Checkpoints } from '../../ports/checkpoints';
import { StateError } from '../../ports/workspaceState';
import { describeSummary } from '../../reports/rewind/describeRewind';
import {
  checkpointAfter,
  newestRewind,
  type SessionHistory,
} from '../../rules/guard/sessionHistory';
import { withoutLate } from '../../rules/guard/turnEnd';
import { planRedo } from '../../rules/rewind/planRedo';
import { planRewind } from '../../rules/rewind/planRewind';
import type { WorkspaceChange } from '../../rules/rewind/workspaceChange';
import { leftMessage } from '../rewind/finishing';
import { stateAfterRewind } from '../rewind/listRecordedChanges';
import { assertRescued, choiceProblem, nothingToDo, onlyConfirmed } from '../rewind/restoring';
import type { PreviewOutcome, RewindOutcome } from '../rewind/rewinding';
import { orStateError } from '../state/orStateError';

/** Dependencies of a rewind of a session's files; nobody else records or restores them meanwhile. */
export interface SessionRewindTools {
  /** Id of the session. */
  readonly session: string;
  readonly history: Pick<SessionHistory, 'turns' | 'rewinds'>;
  /** Numbers of the turns during which another session worked in the folder. */
  readonly shared: ReadonlySet<number>;
  readonly checkpoints: Checkpoints;
  /** Writes a note into the session's file; on disk when it returns. */
  readonly note: (note: SessionNote) => void;
  readonly newId: () => string;
  /** What was done, a sentence. */
  readonly describeDone: (done: RewindPreview) => string;
}

/** `toTurn`: the turn after which the files are to be; absent: before the newest turn. */
export type SessionRewindRequest =
  | { readonly kind: 'rewind'; readonly toTurn?: number }
  | { readonly kind: 'redo' };

/** Preview; changes nothing. */
export async function previewSessionRewind(
  tools: SessionRewindTools,
  request: SessionRewindRequest,
  choice: RewindChoice = AS_PROPOSED,
): Promise<PreviewOutcome> {
  const drafted = await draft(tools, request);
  if (!drafted.ok) return drafted;
  const { to, paths, plan } = drafted.draft;
  const done = plan(await tools.checkpoints.readWorkspace(paths), choice);
  return { ok: true, message: describeSummary(done), done, checkpoint: to };
}

/** Restores files. Records them first, and notes the intent before the first one changes. */
export async function rewindSession(
  tools: SessionRewindTools,
  request: SessionRewindRequest,
  choice: RewindChoice = AS_PROPOSED,
): Promise<RewindOutcome> {
  const drafted = await draft(tools, request);
  if (!drafted.ok) return drafted;
  const { checkpoints, note } = tools;
  const { to, plan, paths, toTurn } = drafted.draft;
  const rescue = await checkpoints.record(paths);
  const now = await checkpoints.read(rescue.id);
  const problem = choiceProblem(plan(now, AS_PROPOSED), choice);
  if (problem !== undefined) return { ok: false, message: problem };
  const preview = onlyConfirmed(choice, (chosen) => plan(now, chosen));
  if (preview.steps.length === 0) return { ok: true, message: nothingToDo(preview), done: preview };
  await assertRescued(checkpoints, now, { rescue: rescue.id, preview });
  const changed = preview.steps.map(({ path }) => path);
  const rewind = { rewind: tools.newId(), what: request.kind, toTurn, from: rescue.id, to };
  note({ kind: 'rewinding', ...rewind, paths: changed });
  const restored = await orStateError(() =>
    checkpoints.restore({ id: rewind.rewind, from: rescue.id, to, paths: changed }),
  );
  if (restored instanceof StateError) {
    note({ kind: 'rewound', rewind: rewind.rewind, isUndone: true });
    return { ok: false, message: `${restored.message} No file was changed.` };
  }
  note({ kind: 'rewound', rewind: rewind.rewind });
  const message = [tools.describeDone(preview), ...leftMessage(restored.left)].join(' ');
  return { ok: true, message, done: preview };
}

/** Completes rewinds that were cut off; one that cannot be completed is undone. Throws `StateError` if neither is possible. */
export async function completeSessionRewinds({
  history,
  checkpoints,
  note,
}: Pick<SessionRewindTools, 'history' | 'checkpoints' | 'note'>): Promise<void> {
  for (const { rewind, from, to, paths, status } of history.rewinds) {
    if (status !== 'applying') continue;
    const restored = await orStateError(() => checkpoints.restore({ id: rewind, from, to, paths }));
    const isUndone = restored instanceof StateError;
    if (isUndone) await checkpoints.restore({ id: `${rewind}-back`, from: to, to: from, paths });
    note({ kind: 'rewound', rewind, ...(isUndone && { isUndone }) });
  }
}

interface Draft {
  /** The checkpoint whose content comes back. */
  readonly to: string;
  readonly toTurn: number;
  /** Paths that are read even if they are ignored now. */
  readonly paths: ReadonlySet<string>;
  readonly plan: (now: CheckpointState, choice: RewindChoice) => RewindPreview;
}
type DraftResult =
  | { readonly ok: true; readonly draft: Draft }
  | { readonly ok: false; readonly message: string };

async function draft(
  tools: SessionRewindTools,
  request: SessionRewindRequest,
): Promise<DraftResult> {
  return request.kind === 'redo' ? await draftRedo(tools) : await draftRewind(tools, request);
}

async function draftRewind(
  tools: SessionRewindTools,
  { toTurn: asked }: Extract<SessionRewindRequest, { kind: 'rewind' }>,
): Promise<DraftResult> {
  const { history, checkpoints, session } = tools;
  const { turns } = history;
  const toTurn = asked ?? turns.length - 1;
  const to = checkpointAfter(turns, toTurn);
  if (to === undefined) return refuse(noCheckpoint(turns, toTurn));
  const target = await checkpoints.read(to);
  const recorded = await changesAfter(tools, toTurn, target);
  const states = recorded.flatMap(({ before, after }) => [before, ...(after ? [after] : [])]);
  const plan: Draft['plan'] = (now, choice) =>
    planRewind({
      ...{ taskId: session, toTurn, target, repository: [], now, choice },
      changes: recorded.map((change) => ({ ...change, after: change.after ?? now })),
    });
  return { ok: true, draft: { to, toTurn, paths: new Set(states.flatMap(pathsOf)), plan } };
}

async function draftRedo(tools: SessionRewindTools): Promise<DraftResult> {
  const { history, checkpoints, session } = tools;
  const undone = newestRewind(history.rewinds);
  if (undone === undefined) return refuse('The session has no rewind to undo.');
  const record = { taskId: session, paths: undone.paths };
  const rescue = await checkpoints.read(undone.from);
  const left = await stateAfterRewind(checkpoints, undone);
  const later = await changesAfter(tools, undone.afterTurn, left);
  const plan: Draft['plan'] = (now, choice) =>
    planRedo({
      ...{ record, rescue, left, now, choice },
      later: later
        .filter(({ by }) => by.kind === 'own')
        .map((change) => ({ ...change, after: change.after ?? now })),
    });
  return { ok: true, draft: { to: undone.from, toTurn: 0, paths: new Set(undone.paths), plan } };
}

/** A change whose end is not on record has no state after it. */
type OpenChange = Omit<WorkspaceChange, 'after'> & { readonly after: CheckpointState | undefined };

/** What happened to the files since a moment after a turn, in order. */
async function changesAfter(
  { history, checkpoints, shared }: SessionRewindTools,
  toTurn: number,
  start: CheckpointState,
): Promise<readonly OpenChange[]> {
  const changes: OpenChange[] = [];
  let latest = start;
  for (let number = toTurn; number <= history.turns.length; number += 1) {
    const turn = number > toTurn ? history.turns[number - 1] : undefined;
    if (turn !== undefined) {
      const before = turn.before === undefined ? latest : await checkpoints.read(turn.before);
      const next = turn.after ?? history.turns[number]?.before;
      const after = next === undefined ? undefined : await checkpoints.read(next);
      const isWatched =
        turn.before !== undefined && turn.after !== undefined && !shared.has(number);
      const unwatched = { kind: 'own', unwatched: true } as const;
      const { late } = turn;
      if (isWatched && after !== undefined && late !== undefined) {
        const end = withoutLate(before, after, late);
        changes.push({ number, before, after: end, by: { kind: 'own' } });
        changes.push({ number, before: end, after, by: unwatched });
      } else changes.push({ number, before, after, by: isWatched ? { kind: 'own' } : unwatched });
      latest = after ?? before;
    }
    for (const rewind of history.rewinds) {
      if (rewind.afterTurn !== number || rewind.status !== 'done') continue;
      const before = await checkpoints.read(rewind.from);
      const after = await stateAfterRewind(checkpoints, rewind);
      changes.push({ by: { kind: 'devs', own: true }, number: 0, before, after });
      latest = after;
    }
  }
  return changes;
}

function noCheckpoint(turns: readonly SessionTurn[], number: number): string {
  const there = [...turns.keys(), turns.length].filter(
    (each) => checkpointAfter(turns, each) !== undefined,
  );
  if (there.length === 0) return NO_SESSION_CHECKPOINTS;
  const names = there.map((each) => (each === 0 ? '0 (before the first turn)' : String(each)));
  return `This session has no checkpoint after turn ${number}. Turns to which you can rewind: ${names.join(', ')}.`;
}

function refuse(message: string): DraftResult {
  return { ok: false, message };
}

function pathsOf({ files, unknown }: CheckpointState): readonly string[] {
  return [...files.keys(), ...[...unknown].filter((path) => !path.endsWith('/'))];
}
