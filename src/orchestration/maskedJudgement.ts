import { maskSecrets } from '../detection/external/maskSecrets';
import type { JudgedTurn } from '../domain/judge';

/** What came of asking the judge, as it may be handed on: a model may have read keys and repeat them. */
export function maskedJudgement(judged: JudgedTurn): JudgedTurn {
  if (judged.kind === 'undecided') return { ...judged, detail: maskSecrets(judged.detail) };
  const { verdict } = judged;
  return { ...judged, verdict: { ...verdict, reasoning: maskSecrets(verdict.reasoning) } };
}
