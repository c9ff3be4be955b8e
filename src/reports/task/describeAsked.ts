import { describeCost } from '../../model/judge/judgeCost';
import {
  askedBefore,
  paragraph,
  sayAnswer,
  UNDECIDED_WORDS,
} from '../../model/reports/describeJudged';
import type { EventOf } from '../../model/events/devsEvent';

/** What a `judge_asked` event tells, whoever recorded it. */
export interface AskedFacts {
  readonly turn: number;
  /** The model, as humans are shown it; '' where it is not known. */
  readonly by: string;
  /** "no progress", "failure from outside", …; undefined where it decided nothing. */
  readonly answer: string | undefined;
  /** Why it decided nothing; '' where it did. */
  readonly why: string;
  /** True where no call was made and nothing was known. */
  readonly unasked: boolean;
  /** In the judge's own words, one paragraph; '' for none. */
  readonly reasoning: string;
  /** What asking took, or that nothing new was asked; '' where nothing was. */
  readonly cost: string;
}

/** The facts of a `judge_asked` event. */
export function askedFacts({ data }: Pick<EventOf<'judge_asked'>, 'data'>): AskedFacts {
  const { turn, by, answer, since, orchestrator_reasoning: reasoning = '' } = data;
  const decided = answer !== '' && answer !== 'undecided';
  return {
    turn,
    by: paragraph(by),
    answer: decided ? paragraph(sayAnswer(answer)) : undefined,
    why: decided ? '' : whyIn(data),
    unasked: !decided && data.calls === 0,
    reasoning: decided ? paragraph(reasoning) : '',
    cost: since === undefined ? describeCost(data) : askedBefore(since),
  };
}

/** "the judge (qwen3:8b at localhost:11434) says: no progress", "rules decide, the judge (…) was asked in vain: …". */
export function describeAsked({ by, answer, why, unasked }: AskedFacts): string {
  const judge = by === '' || why.includes(by) ? 'the judge' : `the judge (${by})`;
  if (answer !== undefined) return `${judge} says: ${answer}`;
  const told = why === '' ? '' : `: ${why}`;
  return `rules decide, ${judge} was ${unasked ? 'not asked' : 'asked in vain'}${told}`;
}

/** Its own sentence where there is one. */
function whyIn({ detail = '', why }: EventOf<'judge_asked'>['data']): string {
  if (detail !== '') return paragraph(detail);
  return why === undefined ? '' : UNDECIDED_WORDS[why];
}
