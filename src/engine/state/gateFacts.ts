import type { EventData } from '../../model/events/devsEvent';
import type { SuspendReason } from '../../model/report/pauseReport';
import { hasEnded, isCounted } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';
import { requireTask } from './requireTask';
import { countOf } from '../../text/count';

/** Failures that a gate's event lists, the newest (docs/decisions/loop-detection-algorithm.md: "last N failures"). */
const LISTED_FAILURES = 10;

/**
 * What `gate_triggered` tells of a task that was just suspended (docs/decisions/loop-detection-algorithm.md, "Logging"): which agent
 * failed, how many turns without progress it took since a human last let it go on, and how they failed.
 */
export function gateFacts(
  store: StoreReader,
  taskId: string,
  reason: SuspendReason,
): EventData<'gate_triggered'> {
  const task = requireTask(store, taskId);
  const turns = store
    .listTurns(taskId)
    .filter(hasEnded)
    .filter(({ number, outcome }) => number > task.turnsBefore && isCounted(outcome));
  const attempts = turns.filter(({ outcome }) => outcome === 'no_progress').length;
  const last = turns.at(-1);
  return {
    reason,
    failureCount: store.getFailures(taskId)?.failureCount ?? 0,
    ...(last && { turn: last.number }),
    agent_id: last?.agent ?? '',
    loop_count: attempts,
    trigger_reason:
      reason === 'MAX_PIVOTS_EXCEEDED'
        ? `Loop detected after ${countOf(attempts, 'attempt')}`
        : task.statusReason,
    failure_history: turns
      .flatMap(({ number, endedAt, agent, failure }) =>
        failure === undefined
          ? []
          : {
              turn: number,
              agent_id: agent,
              error_signature: failure.exactMessage,
              error_type: failure.errorType,
              timestamp: endedAt,
            },
      )
      .slice(-LISTED_FAILURES),
  };
}
