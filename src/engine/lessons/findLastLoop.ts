import { failureSignature } from '../../rules/failure/signature/failureSignature';
import type { ContextEntry } from '../../model/task/contextEntry';
import type { FailureSignature } from '../../model/failure/failure';
import { type EndedTurn, hasEnded } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';

/** A turn that succeeded, and whose loop it may have ended. */
export interface Success {
  readonly taskId: string;
  readonly countsOn: string;
  /** Its number. */
  readonly number: number;
}

/** The last loop of a task. */
export interface Stuck {
  readonly failure: FailureSignature;
  /** The agent that was stuck. */
  readonly agent: string;
  /** ISO 8601, UTC: later events can have broken the loop. */
  readonly since: string;
}

/** Newest context entries of one task that are read. */
const MAX_ENTRIES = 50;

/**
 * What the task was stuck at the last time before a turn of it succeeded: the failure of the turn
 * that led to a pivot or a pause, or the last one before a loop over attempts was answered; its
 * blockers where nothing failed. Undefined if nothing looped since it began, or was restarted after
 * it ended. Loops of other tasks of the same parent do not count.
 */
export function findLastLoop(store: StoreReader, success: Success): Stuck | undefined {
  const turns = turnsSinceStart(store, success);
  const [first] = turns;
  if (first === undefined) return undefined;
  const debugged = store.getTask(success.countsOn)?.debuggerCall?.turn;
  const ended = turns.findLast((turn) => turn.number === debugged || endedALoop(turn));
  const entry = answeredLoop(store, success.taskId, first.startedAt);
  if (entry !== undefined && (ended === undefined || entry.timestamp > ended.endedAt)) {
    return stuckAt(
      turns.filter(({ endedAt }) => endedAt <= entry.timestamp),
      entry.timestamp,
    );
  }
  return ended === undefined
    ? undefined
    : stuckAt(turns.slice(0, turns.indexOf(ended) + 1), ended.startedAt);
}

/** A planner that asks a human is not in a loop: the answer is not a lesson. */
function endedALoop({ consequence, exit }: EndedTurn): boolean {
  if (exit?.kind === 'ask_human' && exit.by === 'planner') return false;
  return consequence === 'pivot' || consequence === 'pause';
}

/** The task's turns before this one, since its start or restart. */
function turnsSinceStart(
  store: StoreReader,
  { taskId, countsOn, number }: Success,
): readonly EndedTurn[] {
  const firstTurn = store.getTask(taskId)?.firstTurn ?? 0;
  return store
    .listTurns(countsOn)
    .filter(hasEnded)
    .filter((turn) => turn.taskId === taskId && turn.number >= firstTurn && turn.number < number);
}

/** The newest answer to a loop over the task's attempts. */
function answeredLoop(store: StoreReader, taskId: string, since: string): ContextEntry | undefined {
  return store
    .listContextEntries({ taskId, limit: MAX_ENTRIES })
    .find(
      ({ topic, timestamp, loop }) =>
        topic !== 'loop_recovery' && loop !== undefined && timestamp >= since,
    );
}

function stuckAt(turns: readonly EndedTurn[], since: string): Stuck | undefined {
  const failed = turns.findLast((turn) => turn.failure !== undefined);
  const blocked = turns.findLast((turn) => (turn.statements?.blocked.length ?? 0) > 0);
  const failure = failed?.failure ?? blockedSignature(blocked);
  const agent = (failed ?? blocked)?.agent;
  return failure === undefined || agent === undefined ? undefined : { failure, agent, since };
}

/** Signature of the agent's stated blockers, for a turn without a failure. */
function blockedSignature(turn: EndedTurn | undefined): FailureSignature | undefined {
  const lines = turn?.statements?.blocked ?? [];
  return lines.length === 0
    ? undefined
    : failureSignature({ lines, failingTests: [], end: '', workspace: '/' });
}
