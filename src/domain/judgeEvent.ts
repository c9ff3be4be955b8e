import { UNDECIDED_REASONS, type JudgeCost } from './judge';
import { describeCost } from './judgeCost';
import { askedBefore, paragraph, sayAnswer, UNDECIDED_WORDS } from './judgeWords';
import type { DevsEvent } from './run';

/** What a `judge_asked` event tells, whoever recorded it. */
export interface AskedFacts {
  /** 0 where the event does not say. */
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

/** The facts of a `judge_asked` event; what is missing is '' or 0. */
export function askedFacts({ data }: Pick<DevsEvent, 'data'>): AskedFacts {
  const answer = textIn(data, 'answer');
  const decided = answer !== '' && answer !== 'undecided';
  const since = numberIn(data, 'since');
  const cost = costIn(data);
  return {
    turn: numberIn(data, 'turn') ?? 0,
    by: paragraph(textIn(data, 'by')),
    answer: decided ? paragraph(sayAnswer(answer)) : undefined,
    why: decided ? '' : whyIn(data),
    unasked: !decided && cost.calls === 0,
    reasoning: decided ? paragraph(textIn(data, 'orchestrator_reasoning')) : '',
    cost: since === undefined ? describeCost(cost) : askedBefore(since),
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
function whyIn(data: DevsEvent['data']): string {
  const why = textIn(data, 'detail') || textIn(data, 'why');
  const reason = UNDECIDED_REASONS.find((each) => each === why);
  return reason === undefined ? paragraph(why) : UNDECIDED_WORDS[reason];
}

function costIn(data: DevsEvent['data']): JudgeCost {
  const [inputTokens, outputTokens] = [
    numberIn(data, 'inputTokens'),
    numberIn(data, 'outputTokens'),
  ];
  const usd = numberIn(data, 'usd');
  return {
    calls: numberIn(data, 'calls') ?? 0,
    durationMs: numberIn(data, 'durationMs') ?? 0,
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(usd === undefined ? {} : { usd }),
  };
}

function textIn(data: DevsEvent['data'], name: string): string {
  const value = data[name];
  return typeof value === 'string' ? value : '';
}

function numberIn(data: DevsEvent['data'], name: string): number | undefined {
  const value = data[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
