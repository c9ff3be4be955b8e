import { MAX_EVIDENCE } from '../../../model/steps/step';
import { copyStart } from '../text/copyStart';
import { areSimilarCalls } from '../text/areSimilarCalls';
import { findRepetitivePart } from '../text/findRepetitivePart';
import { quoteLine } from '../shown/quoteWords';
import { isTextOrPlan, type ObservedStep } from '../calls/observedStep';
import { toTextPlace } from '../findings/toPlace';
import type { Growth, StepDetector } from './stepDetector';
import { toWords, type Words } from '../text/toWords';

/** A text of the agent that repeats itself. */
const THOUGHT = { length: 1_200, minWords: 60, maxShare: 0.25, bySentence: true } as const;
/** As `THOUGHT`, for arguments: generated data and markup repeat more. */
const ARGUMENTS = { length: 4_000, minWords: 250, maxShare: 0.1, bySentence: false } as const;
/** Number of steps after which a text that repeats itself is no longer one of a row. */
const MAX_DISTANCE = 6;
/** Minimum limit of such texts: the first one is only suspicious. */
const MIN_LIMIT = 3;
/** Characters of a text that are compared with the previous one. */
const MAX_COMPARED = 4_000;
/** Characters of a text that are kept for its place. */
const MAX_KEPT = 2_000;

/**
 * Detects text that an agent repeats without any call in between, or texts that repeat pieces of
 * themselves: the first one is suspicious, two of them within a few steps are a loop.
 */
export function detectRepeatedText(limit: number): StepDetector {
  let last: Words | undefined;
  let steps: number[] = [];
  /** Whether a plan was recorded between the texts. */
  let hasPlanned = false;
  const degenerate = new DegenerateTexts(limit);

  function compareWithLast({ step }: ObservedStep): Growth | undefined {
    const words = toWords(`${step.thought} ${step.result}`.slice(0, MAX_COMPARED));
    const isSame = words.count > 0 && last !== undefined && areSimilarCalls(last, words);
    steps = isSame ? [...steps, step.number].slice(-MAX_EVIDENCE) : [step.number];
    if (!isSame) hasPlanned = false;
    last = words.count === 0 ? undefined : words;
    if (!isSame) return undefined;
    const text = copyStart(step.thought || step.result, MAX_KEPT);
    const evidence = steps;
    const between = hasPlanned ? 'only recorded a plan in between' : 'did nothing in between';
    return {
      ...{ count: evidence.length, limit, evidence: () => evidence },
      places: () => [toTextPlace(text)],
      message: () =>
        `the agent wrote the same text ${evidence.length} times in a row and ${between}: ${quoteLine(text)}`,
    };
  }

  return {
    name: 'repeated text',
    observe(observed) {
      const growth = degenerate.observe(observed);
      if (growth !== undefined) return growth;
      const { step } = observed;
      // Recording a plan between the same texts is no action.
      if (step.tool !== '' && isTextOrPlan(observed)) {
        hasPlanned ||= last !== undefined;
        return undefined;
      }
      if (step.tool === '') return compareWithLast(observed);
      if (last !== undefined) [last, steps] = [undefined, []];
      return undefined;
    },
  };
}

/** Texts within a few steps that repeat pieces of themselves. */
class DegenerateTexts {
  private steps: number[] = [];
  /** Where the newest one was: the name of the tool for arguments, '' for a thought. */
  private place = '';
  private since = 0;

  constructor(private readonly limit: number) {}

  observe({ step }: ObservedStep): Growth | undefined {
    this.since += 1;
    const thought = findRepetitivePart(step.thought, THOUGHT);
    const piece = thought ?? findRepetitivePart(step.args, ARGUMENTS);
    if (piece === undefined) return undefined;
    const place = thought === undefined ? step.tool : '';
    const isOther = place !== '' && this.place !== '' && place !== this.place;
    const isNext = this.since <= MAX_DISTANCE && !isOther;
    this.steps = isNext ? [...this.steps, step.number].slice(-MAX_EVIDENCE) : [step.number];
    [this.place, this.since] = [place, 0];
    return this.toGrowth(piece);
  }

  private toGrowth(piece: string): Growth {
    const limit = Math.max(this.limit, MIN_LIMIT);
    const kept = copyStart(piece, MAX_KEPT);
    const evidence = this.steps;
    const place = this.place === '' ? '' : quoteLine(this.place);
    const count = evidence.length;
    return {
      ...{ count: count > 1 ? limit : limit - 1, limit, evidence: () => evidence },
      places: () => [toTextPlace(kept, 'repeated piece')],
      message: () =>
        `${describeTexts(count, place)} little but one piece, repeated: ${quoteLine(kept.replaceAll('\\"', '"'))}`,
    };
  }
}

function describeTexts(count: number, tool: string): string {
  if (tool === '')
    return count > 1
      ? `${count} texts of the agent within a few steps consist of`
      : 'a text of the agent consists of';
  return count > 1
    ? `the arguments of ${count} calls of ${tool} within a few steps consist of`
    : `the arguments of a call of ${tool} consist of`;
}
