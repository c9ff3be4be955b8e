import { MAX_EVIDENCE } from '../../../model/steps/step';
import { SameOrder } from './sameOrder';
import { isAside, type KnownResult, type SeenStep } from '../calls/seenStep';
import type { Growth, StepDetector } from './stepDetector';
import { isSilentAct, limitFor } from './waiting';

/** Different calls in their last round that prove a cycle. */
const LEAST_CALLS = 2;
/** Steps that bring nothing new for each one whose call is old and whose result is not: a clock is no news. */
const OLD_PER_VARIED = 6;

interface Round {
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
export function callCycle(limit: number): StepDetector {
  /** The first of the steps in a row that brought nothing new; undefined when the last one did. */
  let from: number | undefined;
  let recent: readonly Round[] = [];
  let sinceVaried = 0;
  /** The newest step that may be the same more often than others, and how often a round with it may be. */
  let patient = { step: -1, limit };
  const order = new SameOrder();

  /** How often a round with this step may be the same; Infinity where it is the first since something new. */
  function limitOf(seen: SeenStep): number {
    if (seen.result.timesSinceChange <= 1) return Infinity;
    const own = isSilentAct(seen) ? limit : limitFor(seen, limit);
    // More rounds than that are not counted.
    return own === Infinity ? own : Math.min(own, MAX_EVIDENCE);
  }

  return {
    name: 'call cycle',
    observe(seen) {
      if (isAside(seen)) return undefined;
      const { call, result, step } = seen;
      if (seen.news === 'result' && !seen.isNewChange && sinceVaried >= OLD_PER_VARIED) {
        sinceVaried = 0;
        return undefined;
      }
      const own = limitOf(seen);
      const inOrder = order.take(seen, own <= limit);
      if (own === Infinity) {
        if (from !== undefined) [from, recent, sinceVaried] = [undefined, [], 0];
        return undefined;
      }
      sinceVaried += 1;
      from ??= step.number;
      if (own > limit) patient = { step: step.number, limit: own };
      // One call that gives this and that is no cycle: whoever asks it watches something.
      const others = recent.filter((each) => each.call !== call.key);
      recent = [...others, { call: call.key, result, isSilent: isSilentAct(seen) }].slice(
        -LEAST_CALLS,
      );
      // Of a round without it only those count that came after it.
      const isPatient = patient.step > (result.steps.at(-2) ?? -1);
      const [since, most] = isPatient
        ? [from, patient.limit]
        : [Math.max(from, patient.step + 1), limit];
      // What is only done again may get on: something has to show that it does not.
      if (recent.length < LEAST_CALLS || recent.every((each) => each.isSilent)) return undefined;
      const count = rounds(recent, since);
      if (count < most && inOrder >= limit) return inSameOrder(seen, inOrder, limit, order);
      return count < most / 2 ? undefined : inRounds(seen, count, most, recent);
    },
  };
}

/** Rounds since a step; the first one was that which brought something new. */
function rounds(round: readonly Round[], since: number): number {
  const times = round.map(
    ({ result: { sinceChange } }) => sinceChange.filter((each) => each >= since).length,
  );
  return 1 + Math.min(...times);
}

function inRounds(
  { call }: SeenStep,
  count: number,
  limit: number,
  recent: readonly Round[],
): Growth {
  return {
    ...{ count, limit },
    evidence: () =>
      recent
        .flatMap(({ result }) => result.sinceChange)
        .toSorted((a, b) => a - b)
        .slice(-MAX_EVIDENCE),
    message: () =>
      `the same calls gave the same results ${count} times while nothing changed: ${call.quote}`,
  };
}

function inSameOrder({ call }: SeenStep, count: number, limit: number, order: SameOrder): Growth {
  const proof = order.proof(MAX_EVIDENCE / 2);
  return {
    ...{ count, limit: 2 * limit - 1 },
    evidence: () => proof,
    message: () =>
      `${count} calls in a row gave in the same order what they had given before, while nothing changed: ${call.quote}`,
  };
}
