import { MAX_PLACES, type FindingPlace } from '../../../model/steps/findingPlace';
import { MAX_EVIDENCE } from '../../../model/steps/step';
import {
  isTextOrPlan,
  type KnownCall,
  type KnownResult,
  type ObservedStep,
} from '../calls/observedStep';
import { toCallPlace } from '../findings/toPlace';
import type { Growth, StepDetector } from './stepDetector';
import { isSilentAction, adjustLimit } from './adjustLimit';

/** Minimum number of different calls in a cycle. */
const MIN_CALLS = 2;
/** Number of steps without news per step whose known call gave a new result: a clock is no news. */
const OLD_PER_VARIED = 6;

interface CycleCall {
  /** Key of the call. */
  readonly call: string;
  readonly result: KnownResult;
  readonly isSilent: boolean;
}

/**
 * Detects calls that repeat with the same results, in any order, without a new change in between;
 * cycles of two calls or of a thousand. Only repetitions without any new step count. A long cycle
 * need not repeat completely a third time: a repeated sequence as long as three repetitions of
 * three calls is proof as well.
 */
export function detectCallCycle(limit: number): StepDetector {
  /** First of the consecutive steps without news; undefined if the last step was new. */
  let firstRepeat: number | undefined;
  let recent: readonly CycleCall[] = [];
  let sinceVaried = 0;
  /** Newest step with a higher limit, and that limit. */
  let extended = { step: -1, limit };
  const sequence = new RepeatedSequence();

  /** Limit for a cycle with this step; Infinity for its first occurrence since the last change. */
  function resolveLimit(observed: ObservedStep): number {
    if (observed.result.countSinceChange <= 1) return Infinity;
    const own = isSilentAction(observed) ? limit : adjustLimit(observed, limit);
    // No more repetitions are counted.
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
      // One call with varying results is no cycle: it polls something.
      const others = recent.filter((each) => each.call !== call.key);
      recent = [...others, { call: call.key, result, isSilent: isSilentAction(observed) }].slice(
        -MIN_CALLS,
      );
      // Repetitions without the extended step count only after it.
      const isPatient = extended.step > (result.steps.at(-2) ?? -1);
      const [since, most] = isPatient
        ? [firstRepeat, extended.limit]
        : [Math.max(firstRepeat, extended.step + 1), limit];
      // Silent actions may make progress: at least one result has to show that they do not.
      if (recent.length < MIN_CALLS || recent.every((each) => each.isSilent)) return undefined;
      const count = countRepetitions(recent, since);
      if (count < most && sequenceLength >= limit)
        return toSequenceGrowth(observed, sequenceLength, limit, sequence);
      if (count < most / 2) return undefined;
      return toCycleGrowth(observed, {
        count,
        limit: most,
        recent,
        members: () => sequence.since(since),
      });
    },
  };
}

/** Counts repetitions since a step; the first one is the new occurrence before it. */
function countRepetitions(calls: readonly CycleCall[], since: number): number {
  const times = calls.map(
    ({ result: { stepsSinceChange: sinceChange } }) =>
      sinceChange.filter((each) => each >= since).length,
  );
  return 1 + Math.min(...times);
}

interface Cycle {
  readonly count: number;
  readonly limit: number;
  readonly recent: readonly CycleCall[];
  /** Its newest steps, oldest first. */
  readonly members: () => readonly CycleMember[];
}

function toCycleGrowth({ call }: ObservedStep, { count, limit, recent, members }: Cycle): Growth {
  return {
    ...{ count, limit },
    evidence: () =>
      recent
        .flatMap(({ result }) => result.stepsSinceChange)
        .toSorted((a, b) => a - b)
        .slice(-MAX_EVIDENCE),
    places: () => toPlaces(members()),
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
    places: () => toPlaces(order.newest(count)),
    message: () =>
      `${count} calls in a row gave in the same order what they had given before, while nothing changed: ${call.quote}`,
  };
}

function toPlaces(members: readonly CycleMember[]): readonly FindingPlace[] {
  const results = new Map(members.map(({ result, call }) => [result, call]));
  return [...results].slice(-MAX_PLACES).map(([result, call]) => toCallPlace(call, result));
}

/** A call of a cycle with its result. */
interface CycleMember {
  readonly call: KnownCall;
  readonly result: KnownResult;
}

/** Number of remembered steps, hence maximum length of a sequence. */
const MAX_STEPS = 1_024;

/**
 * Tracks how many steps in a row repeat an earlier sequence, in the same order and with the same
 * results. Of bounded memory.
 */
class RepeatedSequence {
  private readonly results: KnownResult[] = [];
  private readonly calls: KnownCall[] = [];
  private readonly numbers: number[] = [];
  /** Index of the step that the last one repeats; -1 for none. */
  private at = -1;
  private length = 0;

  /** Adds a step; returns the length of the repeated sequence that ends with it, 0 for none. */
  add({ step, call, result }: ObservedStep, repeats: boolean): number {
    if (repeats && this.at >= 0 && this.results[this.at + 1] === result) {
      this.at += 1;
      this.length += 1;
    } else {
      this.at = repeats ? this.results.lastIndexOf(result) : -1;
      this.length = this.at >= 0 ? 1 : 0;
    }
    this.results.push(result);
    this.calls.push(call);
    this.numbers.push(step.number);
    if (this.results.length > 2 * MAX_STEPS) this.dropOldest();
    return this.length;
  }

  /**
   * Numbers of the repeating steps and of those that they repeat, ascending, at most `most` of
   * each.
   */
  evidence(most: number): readonly number[] {
    const length = Math.min(this.length, most);
    const earlier = this.numbers.slice(Math.max(0, this.at + 1 - length), this.at + 1);
    return [...new Set([...earlier, ...this.numbers.slice(this.numbers.length - length)])];
  }

  /** The newest steps, oldest first, at most four times as many as there are places. */
  newest(count: number): readonly CycleMember[] {
    const from = Math.max(0, this.results.length - Math.min(count, 4 * MAX_PLACES));
    return this.results.slice(from).flatMap((result, at) => {
      const call = this.calls[from + at];
      return call === undefined ? [] : [{ call, result }];
    });
  }

  /** As `newest`, from a step on. */
  since(step: number): readonly CycleMember[] {
    return this.newest(this.numbers.length - this.numbers.findLastIndex((each) => each < step) - 1);
  }

  private dropOldest(): void {
    this.results.splice(0, MAX_STEPS);
    this.calls.splice(0, MAX_STEPS);
    this.numbers.splice(0, MAX_STEPS);
    this.at = Math.max(-1, this.at - MAX_STEPS);
  }
}
