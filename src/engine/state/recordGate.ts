import type { EventData } from '../../model/events/devsEvent';
import type { ReportReason } from '../../model/report/pauseReport';
import { selectCounted } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';
import { countOf } from '../../text/count';
import type { EventJournal } from './eventJournal';
import { requireTask } from './requireTask';

export interface Gate {
  /** The task that needs a human from now on. */
  readonly taskId: string;
  /** The task that its turns count on. */
  readonly countsOn: string;
  readonly reason: ReportReason;
}

/** Records that a task needs a human. Call it in the journal's transaction, after the status changed. */
export function recordGate(
  tools: { readonly store: StoreReader; readonly journal: EventJournal },
  gate: Gate,
): void {
  const data = gateFacts(tools.store, gate);
  tools.journal.record({ event: 'gate_triggered', taskId: gate.taskId, data });
}

/** Failures that a gate's event lists, the newest (docs/decisions/loop-detection-algorithm.md: "last N failures"). */
const LISTED_FAILURES = 10;

/**
 * What `gate_triggered` tells (docs/decisions/loop-detection-algorithm.md, "Logging"): which agent failed, how many
 * turns without progress it took since a human last let the task go on, and how they failed.
 */
function gateFacts(
  store: StoreReader,
  { taskId, countsOn, reason }: Gate,
): EventData<'gate_triggered'> {
  const { turnsBefore } = requireTask(store, countsOn);
  const turns = selectCounted(store.listTurns(countsOn)).filter(
    ({ number }) => number > turnsBefore,
  );
  const attempts = turns.filter(({ outcome }) => outcome === 'no_progress').length;
  const last = turns.at(-1);
  return {
    reason,
    failureCount: store.getFailures(countsOn)?.failureCount ?? 0,
    ...(last && { turn: last.number }),
    agent_id: last?.agent ?? '',
    loop_count: attempts,
    trigger_reason:
      reason === 'MAX_PIVOTS_EXCEEDED'
        ? `Loop detected after ${countOf(attempts, 'attempt')}`
        : requireTask(store, taskId).statusReason,
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
