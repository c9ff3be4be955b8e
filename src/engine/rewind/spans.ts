import type { CheckpointState } from '../../model/workspace/checkpoint';
import type { DevsConfig } from '../../model/config/config';
import type { Checkpoints } from '../../ports/checkpoints';
import type { StoreReader } from '../../ports/store';
import { listDifferingPaths } from '../../rules/rewind/contents';
import { checkpointsOf } from '../../rules/rewind/withoutLost';
import { unknownTask } from '../interventions/interventions';
import { checkpointAfter, findTarget, ownTurns, type TargetRequest } from './undoneTurns';

/** Two moments of a task: 0 is before its first turn, n after turn n, 'now' the workspace as it is. */
export interface Span {
  readonly from: number;
  readonly to: number | 'now';
}

/** One path that differs between the two moments of a span. */
export interface SpanChange {
  readonly path: string;
  readonly action: 'added' | 'changed' | 'deleted';
}

export type SpanResult =
  | {
      readonly ok: true;
      /** "fix-rounding: before its first turn ↔ after turn 3". */
      readonly title: string;
      /** Ids of checkpoints; `to` is absent for the workspace as it is. */
      readonly from: string;
      readonly to: string | undefined;
      /** Sorted by path. */
      readonly changes: readonly SpanChange[];
    }
  | { readonly ok: false; readonly message: string };

export interface SpanSources {
  readonly store: StoreReader;
  readonly config: DevsConfig;
  readonly checkpoints: Pick<Checkpoints, 'read' | 'readWorkspace' | 'findLost'>;
}

/** Differences between two moments of a task. Throws `StateError` if a checkpoint is missing. */
export async function changesWithin(
  sources: SpanSources,
  taskId: string,
  { from, to }: Span,
): Promise<SpanResult> {
  const task = sources.store.getTask(taskId);
  if (task === undefined || task.hidden) {
    return { ok: false, message: unknownTask(sources.config, taskId) };
  }
  const lost = await sources.checkpoints.findLost(checkpointsOf(sources.store.listTurnSummaries()));
  const start = moment(sources, { taskId, lost, toTurn: from });
  if (!start.ok) return { ok: false, message: `${start.reason}.` };
  const end = to === 'now' ? undefined : moment(sources, { taskId, lost, toTurn: to });
  if (end?.ok === false) return { ok: false, message: `${end.reason}.` };
  const { checkpoints } = sources;
  const before = await checkpoints.read(start.checkpoint);
  const after =
    end === undefined
      ? await checkpoints.readWorkspace(before.files.keys())
      : await checkpoints.read(end.checkpoint);
  return {
    ok: true,
    title: `${taskId}: ${momentName(from)} ↔ ${momentName(to)}`,
    from: start.checkpoint,
    to: end?.checkpoint,
    changes: changesOf(before, after),
  };
}

type Moment =
  | { readonly ok: true; readonly checkpoint: string }
  | { readonly ok: false; readonly reason: string };

/** The checkpoint after a turn, whether or not a rewind may go back to it. */
function moment({ store, config }: SpanSources, request: TargetRequest): Moment {
  const { taskId, toTurn, lost } = request;
  const turn = ownTurns(store, config, taskId).find((each) => each.number === toTurn);
  const checkpoint = turn && checkpointAfter(turn);
  if (checkpoint !== undefined && !lost.has(checkpoint)) return { ok: true, checkpoint };
  const found = findTarget(store, config, request);
  return found.ok ? { ok: true, checkpoint: found.target.checkpoint } : found;
}

function momentName(number: number | 'now'): string {
  if (number === 'now') return 'now';
  return number === 0 ? 'before its first turn' : `after turn ${number}`;
}

function changesOf(before: CheckpointState, after: CheckpointState): readonly SpanChange[] {
  return [...new Set(listDifferingPaths(before, after))].sort().map((path) => ({
    path,
    action: actionOf(before.files.has(path), after.files.has(path)),
  }));
}

function actionOf(wasThere: boolean, isThere: boolean): SpanChange['action'] {
  if (!wasThere) return 'added';
  return isThere ? 'changed' : 'deleted';
}
