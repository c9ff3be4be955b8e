import { PlayedSession } from '../../support/playSession';
import type { LabelledRecording } from './loadRuns';

/** What the hooks of sessions would have answered in runs that solved their task. */
export interface GuardAnswers {
  readonly runs: number;
  readonly steps: number;
  /** Sentences told at a suspicion. */
  readonly told: number;
  readonly refused: number;
  readonly ended: number;
}

/** Plays the runs that solved their task as their hooks would report them. */
export function guardAnswersIn(runs: readonly LabelledRecording[]): GuardAnswers {
  const solved = runs.filter(({ labels }) => labels.resolved === true);
  const answers = solved.flatMap((run) => answersIn(run));
  const count = (kind: string): number => answers.filter((each) => each.kind === kind).length;
  return {
    runs: solved.length,
    steps: solved.reduce((sum, { steps }) => sum + steps.length, 0),
    ...{ told: count('context'), refused: count('refusal'), ended: count('end') },
  };
}

function answersIn({ id, steps }: LabelledRecording): PlayedSession['answers'] {
  const session = new PlayedSession();
  session.prompt(`Solve ${id}`);
  for (const { tool, args, result, error } of steps) {
    if (tool === '') continue;
    session.put({ kind: 'call', tool, args });
    session.put({ kind: 'result', tool, args, result, ...(error !== undefined && { error }) });
  }
  session.stop();
  return session.answers;
}

/** Rows that say how often the guard speaks where there is no loop. */
export function guardRows({
  runs,
  steps,
  told,
  refused,
  ended,
}: GuardAnswers): readonly string[][] {
  const each = told === 0 ? 'never' : `once in ${Math.round(steps / told)} steps`;
  return [
    [''],
    [`the guard, in ${runs} solved runs`],
    ['  suspicions told', String(told), each],
    ['  calls refused', String(refused)],
    ['  turns ended', String(ended)],
  ];
}
