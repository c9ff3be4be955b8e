import type { CheckpointState } from '../../model/workspace/checkpoint';
import type { RewindChoice, RewindPreview, RewindRecord } from '../../model/workspace/rewindRecord';
import { checkTransition } from '../../model/task/transitionTable';
import type { Intervention } from '../../model/task/taskEvent';
import { hasEnded } from '../../model/turn/turn';
import { checkpointsOf } from '../../rules/rewind/withoutLost';
import { planRedo } from '../../rules/rewind/planRedo';
import { planRewind } from '../../rules/rewind/planRewind';
import type { WorkspaceChange } from '../../rules/rewind/workspaceChange';
import { unknownTask } from '../interventions/interventions';
import { stateAfterRewind } from './listRecordedChanges';
import { changesAfterRewind, changesSince, type Recorded } from './recordedChanges';
import { newestRewind } from './rewindHistory';
import type { RewindTools } from './rewindTools';
import { findTarget, isOwnTurn } from './undoneTurns';

/** The requested rewind. */
export type RewindRequest =
  | { readonly kind: 'rewind'; readonly taskId: string; readonly toTurn: number | undefined }
  | { readonly kind: 'redo'; readonly taskId: string };

/** A request whose history has been read; the workspace has not been read yet. */
export interface Draft {
  /** The checkpoint whose content comes back. */
  readonly to: string;
  /** The rewind that a redo undoes. */
  readonly undoes: RewindRecord | undefined;
  /** Every path that may be affected: read even if it is ignored now. */
  readonly paths: ReadonlySet<string>;
  readonly plan: (now: CheckpointState, choice: RewindChoice) => RewindPreview;
}

export type DraftResult =
  | { readonly ok: true; readonly draft: Draft }
  | { readonly ok: false; readonly message: string };

/** Reads the history that a request is about. Throws `StateError` for a checkpoint that is gone. */
export async function draft(tools: RewindTools, request: RewindRequest): Promise<DraftResult> {
  const problem = refusal(tools, request.taskId, request.kind);
  if (problem !== undefined) return { ok: false, message: problem };
  return request.kind === 'rewind'
    ? await draftRewind(tools, request)
    : await draftRedo(tools, request.taskId);
}

function refusal(
  { store, config, who }: RewindTools,
  taskId: string,
  what: Intervention,
): string | undefined {
  const task = store.getTask(taskId);
  if (task === undefined || task.hidden) return unknownTask(config, taskId);
  // Devs acts between two turns of a task that runs.
  if (who.who === 'devs') return undefined;
  const transition = checkTransition(task.status, what);
  return transition.ok ? undefined : `${taskId} cannot be rewound: ${transition.reason}.`;
}

async function draftRewind(
  tools: RewindTools,
  { taskId, toTurn }: Extract<RewindRequest, { kind: 'rewind' }>,
): Promise<DraftResult> {
  const { store, config, checkpoints } = tools;
  const lost = await checkpoints.findLost(checkpointsOf(store.listTurnSummaries()));
  const found = findTarget(store, config, { taskId, toTurn, lost });
  if (!found.ok) return { ok: false, message: `${found.reason}.` };
  const { target } = found;
  const state = await checkpoints.read(target.checkpoint);
  const recorded = await changesSince(tools, taskId, target);
  const repository = target.turns
    .filter(hasEnded)
    .flatMap((turn) => (isOwnTurn(config, taskId, turn) ? (turn.repositoryChange ?? []) : []));
  const input = { taskId, toTurn: target.toTurn, target: state, repository };
  return {
    ok: true,
    draft: {
      to: target.checkpoint,
      undoes: undefined,
      paths: new Set(statesOf(recorded).flatMap((each) => [...pathsOf(each)])),
      plan: (now, choice) => planRewind({ ...input, changes: closed(recorded, now), now, choice }),
    },
  };
}

async function draftRedo(tools: RewindTools, taskId: string): Promise<DraftResult> {
  const { store, checkpoints } = tools;
  const record = newestRewind(store, taskId);
  if (record === undefined) {
    return { ok: false, message: `${taskId} has no rewind to undo.` };
  }
  const rescue = await checkpoints.read(record.from);
  const left = await stateAfterRewind(checkpoints, record);
  const later = await changesAfterRewind(tools, record);
  return {
    ok: true,
    draft: {
      to: record.from,
      undoes: record,
      paths: new Set(record.paths),
      plan: (now, choice) => planRedo({ record, rescue, left, now, later, choice }),
    },
  };
}

function statesOf({ changes, open }: Recorded): readonly CheckpointState[] {
  const states = changes.flatMap(({ before, after }) => [before, after]);
  return open === undefined ? states : [...states, open.before];
}

/** Adds the task's turn without an end as a change: it may have made all present differences. */
function closed({ changes, open }: Recorded, now: CheckpointState): readonly WorkspaceChange[] {
  if (open === undefined) return changes;
  const { number, before } = open;
  return [...changes, { by: { kind: 'own', unwatched: true }, number, before, after: now }];
}

function* pathsOf({ files, unknown }: CheckpointState): Iterable<string> {
  yield* files.keys();
  for (const path of unknown) if (!path.endsWith('/')) yield path;
}
