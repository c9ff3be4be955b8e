import { MAX_EVIDENCE } from '../../domain/step';
import { isAside, type KnownResult } from './seenStep';
import type { StepDetector } from './stepDetector';
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
 * at once more among new things is no cycle.
 */
export function callCycle(limit: number): StepDetector {
  /** The first of the steps in a row that brought nothing new; undefined when the last one did. */
  let from: number | undefined;
  let recent: Round[] = [];
  let sinceVaried = 0;
  return {
    name: 'call cycle',
    observe(seen) {
      if (isAside(seen)) return undefined;
      const { call, result, step } = seen;
      if (seen.news === 'result' && !seen.isNewChange && sinceVaried >= OLD_PER_VARIED) {
        sinceVaried = 0;
        return undefined;
      }
      const isOld = result.timesSinceChange > 1;
      const isSilent = isOld && isSilentAct(seen);
      if (!isOld || (!isSilent && limitFor(seen, limit) > limit)) {
        if (from !== undefined) [from, recent, sinceVaried] = [undefined, [], 0];
        return undefined;
      }
      sinceVaried += 1;
      from ??= step.number;
      // One call that gives this and that is no cycle: whoever asks it watches something.
      const others = recent.filter((each) => each.call !== call.key);
      recent = [...others, { call: call.key, result, isSilent }].slice(-LEAST_CALLS);
      // What is only done again may get on: something has to show that it does not.
      if (recent.every((each) => each.isSilent)) return undefined;
      const rows = recent.map(({ result: { sinceChange } }) =>
        sinceChange.filter((each) => each >= (from ?? 0)),
      );
      if (rows.length < LEAST_CALLS) return undefined;
      // The first round was the one that brought something new.
      const count = 1 + Math.min(...rows.map(({ length }) => length));
      if (count < limit - 1) return undefined;
      return {
        count,
        limit,
        evidence: () =>
          recent
            .flatMap((each) => each.result.sinceChange)
            .toSorted((a, b) => a - b)
            .slice(-MAX_EVIDENCE),
        message: () =>
          `the same calls gave the same results ${count} times while nothing changed: ${call.quote}`,
      };
    },
  };
}
