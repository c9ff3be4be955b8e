import type { DevsConfig } from '../../model/config/config';
import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import type { StoreReader } from '../../ports/store';
import { isWithin } from '../scheduling/taskTree';
import { statusWord } from '../../model/task/statusNames';

/** A doubtful pass that a human can accept. */
export interface DoubtfulPass {
  /** The (sub)task whose turn passed. */
  readonly taskId: string;
  /** Number of that turn. */
  readonly turn: number;
}

export type DoubtfulPassResult =
  | { readonly ok: true; readonly pass: DoubtfulPass }
  /** `reason`: a clause. */
  | { readonly ok: false; readonly reason: string };

/** The doubtful pass for which a task is paused (design §9), if its work is still in the workspace. */
export function findDoubtfulPass(
  config: DevsConfig,
  store: Pick<StoreReader, 'getTask' | 'latestReport' | 'listRewinds'>,
  taskId: string,
): DoubtfulPassResult {
  const isPaused = store.getTask(taskId)?.status === 'PAUSED_FOR_INTERVENTION';
  const report = isPaused ? store.latestReport(taskId) : undefined;
  const last = report?.turns.at(-1);
  if (report?.reason !== 'DOUBTFUL_PASS' || last === undefined) {
    return refuse('it is not paused for a doubtful pass');
  }
  const pass = { taskId: last.taskId, turn: last.number };
  if (isRewound(config, store, { report, pass })) return refuse('its files were rewound since');
  if (pass.taskId === taskId) return { ok: true, pass };
  const subtask = store.getTask(pass.taskId);
  if (subtask?.status === 'pending' && !subtask.hidden) return { ok: true, pass };
  return refuse(
    subtask === undefined || subtask.hidden
      ? `its subtask ${pass.taskId}, which passed, is no longer in devs.yaml`
      : `its subtask ${pass.taskId}, which passed, is ${statusWord(subtask.status)}`,
  );
}

/** Whether a rewind since the pause took the work of the turn away. */
function isRewound(
  config: DevsConfig,
  store: Pick<StoreReader, 'listRewinds'>,
  paused: { readonly report: FailureAnalysisReport; readonly pass: DoubtfulPass },
): boolean {
  const { report, pass } = paused;
  const newest = store
    .listRewinds()
    .findLast(
      ({ kind, taskId, at, undoneBy }) =>
        kind === 'rewind' &&
        undoneBy === undefined &&
        at >= report.createdAt &&
        isWithin(config, pass.taskId, taskId),
    );
  return newest !== undefined && newest.toTurn < pass.turn;
}

function refuse(reason: string): DoubtfulPassResult {
  return { ok: false, reason };
}
