import type { DevsConfig } from '../../model/config/config';
import type { ReviewedChange } from '../../model/review/taskReview';
import type { PassAssessment } from '../../model/verification/doubt';
import { hasEnded } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';
import type { WorkedTurn } from '../scheduling/turnRewound';
import { findPausedTurn } from '../state/pausedTurn';

/** A change that waits for a review. */
export interface WaitingReview extends WorkedTurn {
  /** The paused task. */
  readonly pausedTask: string;
  /** Id of the turn. */
  readonly turnId: string;
  readonly change: ReviewedChange;
  /** What makes its pass doubtful; without doubts for a proved one. */
  readonly pass: PassAssessment;
}

export type WaitingReviewResult =
  | { readonly ok: true; readonly review: WaitingReview }
  /** `reason`: a clause. */
  | { readonly ok: false; readonly reason: string };

const NONE = 'it does not wait for your review';

/** The review for which a task is paused, if the work is still in its worktree. */
export function findReview(
  config: DevsConfig,
  store: Pick<StoreReader, 'getTask' | 'latestReport' | 'listRewinds' | 'listTurns'>,
  taskId: string,
): WaitingReviewResult {
  const found = findPausedTurn({ config, store }, taskId, { reason: 'REVIEW', otherwise: NONE });
  if (!found.ok) return found;
  const { paused } = found;
  const turn = store
    .listTurns(taskId)
    .filter(hasEnded)
    .findLast(({ number }) => number === paused.turn);
  if (turn?.exit?.change === undefined) return { ok: false, reason: NONE };
  const { change } = turn.exit;
  const { doubts = [], changedTests = [], passDiff: diff = '' } = turn;
  const pass = { doubts, changedTests, diff };
  return { ok: true, review: { ...paused, pausedTask: taskId, turnId: turn.id, change, pass } };
}
