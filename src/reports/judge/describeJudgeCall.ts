import { describeCost } from '../../model/judge/judgeCost';
import {
  describeReusedAnswer,
  toParagraph,
  describeJudgeAnswer,
  UNDECIDED_WORDS,
} from './describeJudged';
import type { EventOf } from '../../model/events/devsEvent';

/** Facts of a `judge_asked` event, for humans. */
export interface JudgeCallFacts {
  readonly turn: number;
  /** Name of the model for humans; '' if unknown. */
  readonly by: string;
  /** "no progress", "failure from outside", …; undefined if it did not decide. */
  readonly answer: string | undefined;
  /** Why it did not decide; '' if it did. */
  readonly why: string;
  /** Whether no call was made and there was no earlier answer. */
  readonly withoutCall: boolean;
  /** The judge's reasoning, one paragraph; '' for none. */
  readonly reasoning: string;
  /** Cost of the calls, or that an earlier answer was reused; '' if the judge was not asked. */
  readonly cost: string;
}

/** Reads the facts of a `judge_asked` event. */
export function readJudgeCall({ data }: Pick<EventOf<'judge_asked'>, 'data'>): JudgeCallFacts {
  const { turn, by, answer, since, orchestrator_reasoning: reasoning = '' } = data;
  const decided = answer !== '' && answer !== 'undecided';
  return {
    turn,
    by: toParagraph(by),
    answer: decided ? toParagraph(describeJudgeAnswer(answer)) : undefined,
    why: decided ? '' : readReason(data),
    withoutCall: !decided && data.calls === 0,
    reasoning: decided ? toParagraph(reasoning) : '',
    cost: since === undefined ? describeCost(data) : describeReusedAnswer(since),
  };
}

/**
 * Describes a call: "the judge (qwen3:8b at localhost:11434) says: no progress", "rules decide, the judge (…) gave no
 * usable answer: …".
 */
export function describeJudgeCall({
  by,
  answer,
  why,
  withoutCall: unasked,
}: JudgeCallFacts): string {
  const judge = by === '' || why.includes(by) ? 'the judge' : `the judge (${by})`;
  if (answer !== undefined) return `${judge} says: ${answer}`;
  const suffix = why === '' ? '' : `: ${why}`;
  return `rules decide, ${judge} ${unasked ? 'was not asked' : 'gave no usable answer'}${suffix}`;
}

/** Returns the event's own sentence if it has one. */
function readReason({ detail = '', why }: EventOf<'judge_asked'>['data']): string {
  if (detail !== '') return toParagraph(detail);
  return why === undefined ? '' : UNDECIDED_WORDS[why];
}
