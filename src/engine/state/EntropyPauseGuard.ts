import { entropyPauseThreshold, type Limits } from '../../model/config/limits';
import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import { buildFailureReport } from '../../reports/pause/failureReport';

export type EntropyPauseResult =
  | {
      readonly shouldPause: true;
      readonly failureCount: number;
      readonly report: FailureAnalysisReport;
    }
  | { readonly shouldPause: false };

/**
 * Counts the failed strategies of each task in `task_failures` and says when they are used up
 * (docs/decisions/entropy-pause.md). Synchronous, so that it can be part of a turn's one transaction; awaiting its
 * results does no harm.
 */
export class EntropyPauseGuard {
  private readonly threshold: number;

  constructor(
    private readonly store: Store,
    limits: Pick<Limits, 'maxPivots'>,
    private readonly clock: Clock,
  ) {
    this.threshold = entropyPauseThreshold(limits.maxPivots);
  }

  /** `shouldPause` once `failure_count >= ENTROPY_PAUSE_THRESHOLD` (1 + `MAX_PIVOTS`). */
  check(taskId: string): EntropyPauseResult {
    const failureCount = this.store.getFailures(taskId)?.failureCount ?? 0;
    if (failureCount < this.threshold) return { shouldPause: false };
    const report = buildFailureReport({
      store: this.store,
      taskId,
      reason: 'MAX_PIVOTS_EXCEEDED',
      at: this.clock.now(),
    });
    return { shouldPause: true, failureCount, report };
  }

  /** One more failed strategy of the task, with what it was and how it ended. */
  recordFailure(taskId: string, strategy: string, error: string): void {
    this.store.recordFailure(taskId, strategy, error);
  }

  /** To be called on confirmed success alone: not on Skip, not on Rewind. */
  resetFailures(taskId: string): void {
    this.store.resetFailures(taskId, { forget: true });
  }
}
