import { findTurnBlocker, type TurnBlocker } from '../../rules/attempts/turnBlocker';
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
  /** What blocked it; absent for a failure. */
  readonly blocker?: TurnBlocker;
}

/** Newest context entries of one task that are read. */
const MAX_ENTRIES = 50;

/**
 * What the task was stuck at the last time before a turn of it succeeded: the failure of the turn
 * that led to a pivot, a pause or a block, or the last one before a loop over attempts or a blocker was answered; its
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
    const before = turns.filter(({ endedAt }) => endedAt <= entry.timestamp);
    const isBlocked = entry.loop === undefined || entry.loop.blockers.length > 0;
    return (isBlocked ? stuckAtBlocker : stuckAtFailure)(before, entry.timestamp);
  }
  if (ended === undefined) return undefined;
  if (ended.consequence === 'blocked') return stuckAtBlocker([ended], ended.startedAt);
  return stuckAtFailure(turns.slice(0, turns.indexOf(ended) + 1), ended.startedAt);
}

/** A planner that asks a human is not in a loop: the answer is not a lesson. Nor is a change that waits for a review. */
function endedALoop({ consequence, exit }: EndedTurn): boolean {
  if (exit?.by === 'review') return false;
  if (exit?.kind === 'ask_human' && exit.by === 'planner') return false;
  return consequence === 'pivot' || consequence === 'pause' || consequence === 'blocked';
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

/** The newest answer to a loop over the task's attempts, or to a blocker that only a human can resolve. */
function answeredLoop(store: StoreReader, taskId: string, since: string): ContextEntry | undefined {
  return store
    .listContextEntries({ taskId, limit: MAX_ENTRIES })
    .find(({ topic, timestamp }) => topic !== 'loop_recovery' && timestamp >= since);
}

/** The newest failure; the newest blockers where nothing failed. */
function stuckAtFailure(turns: readonly EndedTurn[], since: string): Stuck | undefined {
  const failed = turns.findLast((turn) => turn.failure !== undefined);
  return failed?.failure === undefined
    ? stuckAtBlocker(turns, since)
    : { failure: failed.failure, agent: failed.agent, since };
}

/** What blocked the task last; undefined for nothing. */
function stuckAtBlocker(turns: readonly EndedTurn[], since: string): Stuck | undefined {
  for (const turn of turns.toReversed()) {
    const blocker = findTurnBlocker(turn);
    if (blocker !== undefined)
      return { failure: blocker.failure, agent: turn.agent, since, blocker };
  }
  return undefined;
}
