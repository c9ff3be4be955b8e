import type { DevsConfig } from '../../model/config/config';
import { hasEnded, type Turn } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';
import { withoutLost } from '../../rules/rewind/withoutLost';
import { requireTask } from '../state/requireTask';
import { countingTask, isWithin } from '../scheduling/taskTree';

/** Which checkpoint a rewind goes back to, and what happened since. */
export interface RewindTarget {
  /** Id of the checkpoint. */
  readonly checkpoint: string;
  /** Number of the turn after which it was taken; 0 = before the first. */
  readonly toTurn: number;
  /** Every turn that began after it, of any task, oldest first. */
  readonly turns: readonly Turn[];
  /** Id of the newest turn before those, where there is one. */
  readonly before: string | undefined;
}

export type TargetResult =
  | { readonly ok: true; readonly target: RewindTarget }
  | { readonly ok: false; readonly reason: string };

/** What is to be gone back to. */
export interface TargetRequest {
  readonly taskId: string;
  readonly toTurn: number | undefined;
  /** Checkpoints that cannot be read any more. */
  readonly lost: ReadonlySet<string>;
}

/** Whether a turn was one of the task or of its subtasks. */
export function isOwnTurn(config: DevsConfig, taskId: string, turn: Turn): boolean {
  return turn.countsOn === taskId || isWithin(config, turn.taskId, taskId);
}

/**
 * The checkpoint after the task's turn `toTurn`, also of one before a Retry; or before its first one since it was
 * added or last retried, before its first one ever if there is none since. A refusal is the end of a sentence and says what can be gone back to.
 */
export function findTarget(
  store: StoreReader,
  config: DevsConfig,
  { taskId, toTurn, lost }: TargetRequest,
): TargetResult {
  const own = ownTurns(store, config, taskId).map((turn) => withoutLost(turn, lost));
  const from = (turn: Turn): readonly Turn[] =>
    store.listTurnsFrom(turn.id).map((each) => withoutLost(each, lost));
  const { firstTurn } = requireTask(store, taskId);
  // A retried task without a new turn can still go back to before its earlier ones.
  const since = own.filter((turn) => turn.number >= firstTurn);
  const [first] = since.length === 0 ? own : since;
  if (first === undefined) return refuse(`${taskId} has not had a turn yet: nothing to go back to`);
  if (toTurn === undefined || toTurn === 0) return beforeFirst(first, own, from);
  const turn = own.find((each) => each.number === toTurn);
  if (turn === undefined) return refuse(`${taskId} has no turn ${toTurn}; ${choices(own)}`);
  const checkpoint = checkpointAfter(turn);
  if (checkpoint === undefined) {
    return refuse(`there is no checkpoint after turn ${toTurn}; ${choices(own)}`);
  }
  const [, ...later] = from(turn);
  return { ok: true, target: { checkpoint, toTurn, turns: later, before: turn.id } };
}

/** The task's own turns, oldest first. */
export function ownTurns(store: StoreReader, config: DevsConfig, taskId: string): readonly Turn[] {
  return store
    .listTurns(countingTask(config, taskId))
    .filter((turn) => isOwnTurn(config, taskId, turn));
}

/** Id of the checkpoint after a turn; undefined when none is kept. */
export function checkpointAfter(turn: Turn): string | undefined {
  return hasEnded(turn) ? turn.checkpointAfter : undefined;
}

function beforeFirst(
  first: Turn,
  own: readonly Turn[],
  from: (turn: Turn) => readonly Turn[],
): TargetResult {
  if (first.checkpointBefore === undefined) {
    return refuse(
      `the checkpoint before turn ${first.number} is no longer stored; ${choices(own)}`,
    );
  }
  const turns = from(first);
  return {
    ok: true,
    target: { checkpoint: first.checkpointBefore, toTurn: 0, turns, before: undefined },
  };
}

function choices(own: readonly Turn[]): string {
  const numbers = own
    .filter((turn) => checkpointAfter(turn) !== undefined)
    .map((turn) => turn.number);
  return numbers.length === 0
    ? 'it has no stored checkpoint'
    : `you can go back to after ${numbers.length === 1 ? 'turn' : 'one of the turns'} ${numbers.join(', ')}`;
}

function refuse(reason: string): TargetResult {
  return { ok: false, reason };
}
