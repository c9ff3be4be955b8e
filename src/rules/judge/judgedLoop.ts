import type { JudgedTurn } from '../../model/judge/judgedTurn';
import { NO_VERDICT, type Verdict } from '../../model/turn/verdict';
import { findVerdictEffect } from './controlQuestion';

/**
 * What the judge holds against a turn, as a verdict that is only shown (`suspect`): that the turn
 * counts is rule 5's word, not the judge's. None where it was not asked about progress, decided
 * nothing, or sees some.
 */
export function toJudgedLoop(turn: number, judged: JudgedTurn | undefined): Verdict {
  if (!decidesProgress(judged)) return NO_VERDICT;
  const { verdict, by } = judged;
  if (!verdict.isRegressive && !verdict.noProgress) return NO_VERDICT;
  const what = verdict.isRegressive ? 'the task moving away from goal' : 'no progress';
  return {
    level: 'suspect',
    detector: 'judge',
    evidence: [turn],
    message: `The judge (${by}) sees ${what}: ${verdict.reasoning}`,
  };
}

/**
 * Why the judge calls it progress, one sentence; undefined where it does not, and where it calls the
 * failure one from outside: its control question was about that alone.
 */
export function describeJudgedProgress(judged: JudgedTurn | undefined): string | undefined {
  if (!decidesProgress(judged)) return undefined;
  const { verdict, by } = judged;
  if (findVerdictEffect(judged, verdict) !== 'progress') return undefined;
  return `The judge (${by}) sees progress: ${verdict.reasoning}`;
}

type Decided = Extract<JudgedTurn, { readonly kind: 'decided' }>;

function decidesProgress(judged: JudgedTurn | undefined): judged is Decided {
  return judged?.kind === 'decided' && judged.about !== 'cause';
}
