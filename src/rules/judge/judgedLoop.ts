import type { JudgedTurn } from '../../model/judge/judgedTurn';
import { NO_VERDICT, type Verdict } from '../../model/turn/verdict';
import { findVerdictEffect } from './controlQuestion';

/**
 * Verdict `suspect` if the judge sees no progress in a turn; whether the turn counts is decided by rule 5. `NO_VERDICT`
 * if the judge was not asked about progress, did not decide or sees progress.
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
 * One sentence on why the judge sees progress; undefined if it does not, or if it calls the failure
 * external, as its control question was about that alone.
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
