import type { ProvingAttempt, TaskLoop } from '../../model/task/provingAttempt';
import { listSome } from '../../text/list';

/** Most changed files that are named for an attempt. */
const MAX_FILES = 5;

/** An attempt that proves a loop, in words. Texts may quote agents. */
export interface DescribedAttempt {
  readonly number: number;
  /** ISO 8601, UTC: when it ended. */
  readonly at: string;
  /** Its task where several tasks take part in the loop; else ''. */
  readonly task: string;
  /** "turn 3", "turns 3–5"; '' for none. */
  readonly turns: string;
  /** What blocked it, what its agent reports as done, what changed; never empty. */
  readonly facts: readonly string[];
}

export interface DescribedAttempts {
  /** "Attempts of the loop"; of a suspected one "Attempts that may be a loop". */
  readonly title: string;
  /** Oldest first. */
  readonly attempts: readonly DescribedAttempt[];
  /** Number of older ones that are not listed. */
  readonly older: number;
}

/** Describes the attempts that prove a loop, or let it be suspected. */
export function describeAttempts({
  level,
  tasks,
  attempts,
  evidence,
}: Pick<TaskLoop, 'level' | 'tasks' | 'attempts' | 'evidence'>): DescribedAttempts {
  return {
    title: level === 'stuck' ? 'Attempts of the loop' : 'Attempts that may be a loop',
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      at: attempt.at,
      task: tasks.length > 1 ? attempt.taskId : '',
      turns: nameTurns(attempt),
      facts: factsOf(attempt),
    })),
    older: evidence.length - attempts.length,
  };
}

function nameTurns({ turns }: ProvingAttempt): string {
  if (turns === undefined) return '';
  const { first, last } = turns;
  return first === last ? `turn ${first}` : `turns ${first}–${last}`;
}

function factsOf({ blockers, done, changed }: ProvingAttempt): readonly string[] {
  return [
    ...(blockers.length === 0 ? [] : [`blocked by ${blockers.join('; ')}`]),
    ...(done.length === 0 ? [] : [`reported as done: ${done.join('; ')}`]),
    changed.length === 0 ? 'no file changed' : `changed ${listSome(changed, MAX_FILES)}`,
  ];
}
