import type { JudgeQuestion } from '../../src/rules/judge/judgeQuestion';
import type { JudgedTurn } from '../../src/model/judge/judgedTurn';
import { ProgressEvaluator, type EvaluationLimits } from '../../src/engine/judge/progressEvaluator';
import type { Judge, JudgeReply } from '../../src/ports/judge';
import { failedWith } from './llmEvaluation';
import { steppingClock } from './scriptedRun';

/** Whether a second chapter is progress after a first one. */
export const QUESTION: JudgeQuestion = {
  about: 'progress',
  goal: 'Write the guide',
  history: [{ ...failedWith('chapter 1 is empty'), changedFiles: ['guide/one.md'] }],
  current: { ...failedWith('chapter 2 is empty'), changedFiles: ['guide/two.md'] },
};

/** A verdict that favours the agent. */
export const PROGRESS = {
  isRegressive: false,
  noProgress: false,
  external: false,
  reasoning: 'nearer',
};

/** A reply with these words, or this verdict as JSON, after one call. */
export function said(text: string | object, tokens: Partial<JudgeReply> = {}): JudgeReply {
  const words = typeof text === 'string' ? text : JSON.stringify(text);
  return { kind: 'answered', text: words, calls: 1, ...tokens } as JudgeReply;
}

/** A call that came to nothing. */
export function failed(
  why: Extract<JudgeReply, { kind: 'failed' }>['why'],
  permanent = false,
): JudgeReply {
  return { kind: 'failed', why, detail: `it was ${why}`, permanent, calls: 1 };
}

/** An evaluator of a run that has just begun. */
export function evaluatorOf(judge: Judge): ProgressEvaluator {
  const settings = { timeoutMs: 10_000, prices: { input: 2, output: 10 } };
  return new ProgressEvaluator({ judge, settings, clock: steppingClock() });
}

/** Ten calls, no end of time and nothing known, but for the change. */
export function limits(change: Partial<EvaluationLimits> = {}): EvaluationLimits {
  const { signal } = new AbortController();
  return { signal, callsLeft: 10, msLeft: () => Infinity, known: () => undefined, ...change };
}

/** What a new evaluator makes of `QUESTION`. */
export async function asked(judge: Judge, change?: Partial<EvaluationLimits>): Promise<JudgedTurn> {
  return await evaluatorOf(judge).evaluateProgress(QUESTION, limits(change));
}

/** Why nothing was decided; "decided" where something was. */
export function why(judged: JudgedTurn): string {
  return judged.kind === 'undecided' ? judged.why : judged.kind;
}
