import type { DevsConfig } from '../../model/config/config';
import { statusWord } from '../../model/task/statusNames';
import type { SuspendReason } from '../../model/report/pauseReport';
import type { StoreReader } from '../../ports/store';
import { isTurnRewound, type WorkedTurn } from '../scheduling/turnRewound';

export type PausedTurnResult =
  | { readonly ok: true; readonly paused: WorkedTurn }
  /** `reason`: a clause. */
  | { readonly ok: false; readonly reason: string };

/** What is looked for, and what is said of a task that is paused for something else. */
export interface PauseSought {
  readonly reason: Extract<SuspendReason, 'DOUBTFUL_PASS' | 'REVIEW'>;
  /** A clause. */
  readonly otherwise: string;
}

type PauseReader = Pick<StoreReader, 'getTask' | 'latestReport' | 'listRewinds'>;

/** The last turn of a task that is paused for a human's decision about its work, if that work is still there. */
export function findPausedTurn(
  { config, store }: { readonly config: DevsConfig; readonly store: PauseReader },
  taskId: string,
  { reason, otherwise }: PauseSought,
): PausedTurnResult {
  const isPaused = store.getTask(taskId)?.status === 'PAUSED_FOR_INTERVENTION';
  const report = isPaused ? store.latestReport(taskId) : undefined;
  const last = report?.turns.at(-1);
  if (report?.reason !== reason || last === undefined) return refuse(otherwise);
  const paused = { taskId: last.taskId, turn: last.number, at: report.createdAt };
  if (isTurnRewound({ config, store }, paused)) return refuse('its files were rewound since');
  if (paused.taskId === taskId) return { ok: true, paused };
  const subtask = store.getTask(paused.taskId);
  if (subtask?.status === 'pending' && !subtask.hidden) return { ok: true, paused };
  return refuse(
    subtask === undefined || subtask.hidden
      ? `its subtask ${paused.taskId}, which passed, is no longer in devs.yaml`
      : `its subtask ${paused.taskId}, which passed, is ${statusWord(subtask.status)}`,
  );
}

function refuse(reason: string): PausedTurnResult {
  return { ok: false, reason };
}
