import { createHash } from 'node:crypto';
import type { NewAttempt } from '../../model/task/attempt';
import type { TaskRecord } from '../../model/task/task';
import { type EndedTurn, hasEnded, selectCounted } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';
import { toWorkLines } from '../../rules/attempts/workLines';

/** Turns of an attempt: those of the task with a higher number than `afterTurn`. */
export interface AttemptSpan {
  readonly taskId: string;
  /** The task that they count on. */
  readonly countsOn: string;
  readonly afterTurn: number;
}

/** Ended turns of an attempt, oldest first. */
export function listAttemptTurns(store: StoreReader, span: AttemptSpan): readonly EndedTurn[] {
  const newest = store.countTurns(span.countsOn) - span.afterTurn;
  if (newest <= 0) return [];
  return store
    .listTurns(span.countsOn, newest)
    .filter(hasEnded)
    .filter((turn) => turn.taskId === span.taskId && turn.number > span.afterTurn);
}

/** Describes an attempt from its turns and the task's status after it. */
export function toAttemptEvidence(task: TaskRecord, turns: readonly EndedTurn[]): NewAttempt {
  const counted = selectCounted(turns);
  const blockers = blockersOf(turns);
  const [first, last] = [turns[0], turns.at(-1)];
  const changed = isChanged(counted);
  return {
    taskId: task.id,
    status: attemptStatus(task, blockers),
    blockers,
    completedWork: sorted([
      ...counted.flatMap((turn) => turn.statements?.done ?? []),
      ...(changed === true ? workOnDisk(counted) : []),
    ]),
    counted: counted.length > 0,
    ...(changed === undefined ? {} : { changed }),
    progress: counted.some((turn) => turn.outcome !== 'no_progress'),
    agent: last?.agent ?? '',
    ...(first && last && { turns: { first: first.number, last: last.number } }),
  };
}

/** Status for the attempt: for a continuing task, its blockers say why the attempt ended. */
function attemptStatus(task: TaskRecord, blockers: readonly string[]): NewAttempt['status'] {
  if (task.status !== 'pending' && task.status !== 'in_progress') return task.status;
  return blockers.length > 0 ? 'blocked' : 'in_progress';
}

/** Blockers of the newest turn that names any: the agent's statements, or an external failure. */
function blockersOf(turns: readonly EndedTurn[]): readonly string[] {
  const last = turns.findLast((turn) => turn.outcome !== 'interrupted');
  if (last === undefined || last.outcome === 'success') return [];
  // A failure that is retried automatically blocks nothing.
  if (last.outcome === 'not_agent') return last.consequence === 'blocked' ? [last.reason] : [];
  return sorted(last.statements?.blocked ?? []);
}

function isChanged(counted: readonly EndedTurn[]): boolean | undefined {
  const [first, last] = [counted[0], counted.at(-1)];
  return first && last && first.stateBefore !== last.stateAfter;
}

function workOnDisk(counted: readonly EndedTurn[]): readonly string[] {
  const contents = counted.flatMap((turn) => turn.changeHash ?? turn.stateAfter);
  return toWorkLines(sorted(counted.flatMap((turn) => turn.changedFiles)), nameOf(contents));
}

/** In letters alone, as `toWorkLines` needs it. */
function nameOf(contents: readonly string[]): string {
  const hash = createHash('sha256').update(contents.join('\n')).digest();
  return [...hash.subarray(0, 12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
}

function sorted(lines: readonly string[]): readonly string[] {
  return [...new Set(lines)].sort();
}
