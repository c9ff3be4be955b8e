import { MAX_EVIDENCE } from '../../../model/steps/step';
import { RepeatedSequence } from './repeatedSequence';
import { isTextOrPlan, type KnownResult, type ObservedStep } from '../calls/observedStep';
import type { Growth, StepDetector } from './stepDetector';
import { isSilentAction, adjustLimit } from './adjustLimit';

/** Different calls in their last round that prove a cycle. */
const MIN_CALLS = 2;
/** Steps that bring nothing new for each one whose call is old and whose result is not: a clock is no news. */
const OLD_PER_VARIED = 6;

interface CycleCall {
  /** Key of the call. */
  readonly call: string;
  readonly result: KnownResult;
  readonly isSilent: boolean;
}

/**
 * Calls that come round again with the same results, in any order, while nothing new was changed: of
 * two calls or of a thousand. Counted are rounds in which no step brings anything new; what was looked
 * at once more among new things is no cycle. Of a long round not all has to come a third time: as many
 * steps in the order in which they came before as three rounds of three calls take are no chance.
 */
export function detectCallCycle(limit: number): StepDetector {
  /** The first of the steps in a row that brought nothing new; undefined when the last one did. */
  let firstRepeat: number | undefined;
  let recent: readonly CycleCall[] = [];
  let sinceVaried = 0;
  /** The newest step that may be the same more often than others, and how often a round with it may be. */
  let extended = { step: -1, limit };
  const sequence = new RepeatedSequence();

  /** How often a round with this step may be the same; Infinity where it is the first since something new. */
  function resolveLimit(observed: ObservedStep): number {
    if (observed.result.countSinceChange <= 1) return Infinity;
    const own = isSilentAction(observed) ? limit : adjustLimit(observed, limit);
    // More rounds than that are not counted.
    return own === Infinity ? own : Math.min(own, MAX_EVIDENCE);
  }

  return {
    name: 'call cycle',
    observe(observed) {
      if (isTextOrPlan(observed)) return undefined;
      const { call, result, step } = observed;
      if (observed.novelty === 'result' && !observed.isNewChange && sinceVaried >= OLD_PER_VARIED) {
        sinceVaried = 0;
        return undefined;
      }
      const own = resolveLimit(observed);
      const sequenceLength = sequence.add(observed, own <= limit);
      if (own === Infinity) {
        if (firstRepeat !== undefined) [firstRepeat, recent, sinceVaried] = [undefined, [], 0];
        return undefined;
      }
      sinceVaried += 1;
      firstRepeat ??= step.number;
      if (own > limit) extended = { step: step.number, limit: own };
      // One call that gives this and that is no cycle: whoever asks it watches something.
      const others = recent.filter((each) => each.call !== call.key);
      recent = [...others, { call: call.key, result, isSilent: isSilentAction(observed) }].slice(
        -MIN_CALLS,
      );
      // Of a round without it only those count that came after it.
      const isPatient = extended.step > (result.steps.at(-2) ?? -1);
      const [since, most] = isPatient
        ? [firstRepeat, extended.limit]
        : [Math.max(firstRepeat, extended.step + 1), limit];
      // What is only done again may get on: something has to show that it does not.
      if (recent.length < MIN_CALLS || recent.every((each) => each.isSilent)) return undefined;
      const count = countRepetitions(recent, since);
      if (count < most && sequenceLength >= limit)
        return toSequenceGrowth(observed, sequenceLength, limit, sequence);
      return count < most / 2 ? undefined : toCycleGrowth(observed, count, most, recent);
    },
  };
}

/** Rounds since a step; the first one was that which brought something new. */
function countRepetitions(calls: readonly CycleCall[], since: number): number {
  const times = calls.map(
    ({ result: { stepsSinceChange: sinceChange } }) =>
      sinceChange.filter((each) => each >= since).length,
  );
  return 1 + Math.min(...times);
}

function toCycleGrowth(
  { call }: ObservedStep,
  count: number,
  limit: number,
  recent: readonly CycleCall[],
): Growth {
  return {
    ...{ count, limit },
    evidence: () =>
      recent
        .flatMap(({ result }) => result.stepsSinceChange)
        .toSorted((a, b) => a - b)
        .slice(-MAX_EVIDENCE),
    message: () =>
      `the same calls gave the same results ${count} times while nothing changed: ${call.quote}`,
  };
}

function toSequenceGrowth(
  { call }: ObservedStep,
  count: number,
  limit: number,
  order: RepeatedSequence,
): Growth {
  const proof = order.evidence(MAX_EVIDENCE / 2);
  return {
    ...{ count, limit: 2 * limit - 1 },
    evidence: () => proof,
    message: () =>
      `${count} calls in a row gave in the same order what they had given before, while nothing changed: ${call.quote}`,
  };
}
