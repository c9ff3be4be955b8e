import { MAX_PLACES, type FindingPlace } from '../../../model/steps/findingPlace';
import { MAX_EVIDENCE } from '../../../model/steps/step';
import { isTextOrPlan, type KnownResult, type ObservedStep } from '../calls/observedStep';
import { RepeatedSequence, type CycleMember, type Rounds } from '../calls/repeatedSequence';
import { toCallPlace } from '../findings/toPlace';
import { quoteOutcome } from '../shown/quoteReasonLine';
import { listDifferent } from '../shown/quoteWords';
import { isChange } from '../effects/stepEffect';
import { areSimilarCalls } from '../text/areSimilarCalls';
import type { Growth, StepDetector } from './stepDetector';
import { isSilentAction, adjustLimit } from './adjustLimit';

/** Maximum number of calls whose results a message quotes. */
const MAX_QUOTED = 2;
/** Maximum length of each of these results, in characters. */
const MAX_SHORT_REASON = 110;
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
 * three calls is proof as well, as are short rounds in the same order with nothing in between, one
 * round earlier.
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
      const rounds = sequence.findRounds();
      if (rounds !== undefined && provesLoop(rounds)) return toRoundsGrowth(rounds, limit);
      const count = countRepetitions(recent, since);
      if (count < most && sequenceLength >= limit)
        return toSequenceGrowth(sequenceLength, limit, sequence);
      if (count < most / 2) return undefined;
      return toCycleGrowth({
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

function toCycleGrowth({ count, limit, recent, members }: Cycle): Growth {
  return {
    ...{ count, limit },
    evidence: () =>
      recent
        .flatMap(({ result }) => result.stepsSinceChange)
        .toSorted((a, b) => a - b)
        .slice(-MAX_EVIDENCE),
    places: () => toPlaces(members()),
    message: () =>
      `the same calls gave the same results ${count} times by turns, with nothing new in between: ${listCalls(members())}`,
  };
}

function toSequenceGrowth(count: number, limit: number, order: RepeatedSequence): Growth {
  const proof = order.evidence(MAX_EVIDENCE / 2);
  return {
    ...{ count, limit: 2 * limit - 1 },
    evidence: () => proof,
    places: () => toPlaces(order.newest(count)),
    message: () =>
      `${count} calls in a row were made before in the same order with the same results, and nothing changed since: ${listCalls(order.newest(count))}`,
  };
}

function toPlaces(members: readonly CycleMember[]): readonly FindingPlace[] {
  const results = new Map(members.map(({ result, call }) => [result, call]));
  return [...results].slice(-MAX_PLACES).map(([result, call]) => toCallPlace(call, result));
}

/** Names the different calls; if few, with what they say. */
function listCalls(members: readonly CycleMember[]): string {
  const calls = new Map(members.map(({ call, result }) => [call.name, { call, result }]));
  const isShort = calls.size <= MAX_QUOTED;
  const names = [...calls].map(([name, { call, result }]) => {
    const said = isShort
      ? quoteOutcome(result, call.args, {
          isContent: call.effect.kind === 'reads',
          most: MAX_SHORT_REASON,
        })
      : '';
    return said === '' ? name : `${name} (${said})`;
  });
  return listDifferent(names);
}

/** Words of a short result that nothing was there or that a program could not do its work. */
const ABSENT = /^\W{0,4}error\b|\bno (?:match|result|such)|\bnot found\b|\bdoes not exist\b/i;
const MAX_ABSENT = 400;

function isFailureOrAbsence({ kind, text }: KnownResult): boolean {
  return kind === 'failure' || (text.length <= MAX_ABSENT && ABSENT.test(text));
}

/**
 * Whether rounds prove a loop one round earlier than other cycles. Failures may be tried once more,
 * a change may do more the second time, and two pages of a file may be compared.
 */
function provesLoop({ members }: Rounds): boolean {
  if (members.every(({ result }) => isFailureOrAbsence(result))) return false;
  if (members.some(({ call, result }) => isChange(call.effect) && result.kind !== 'failure'))
    return false;
  const [a, b, ...more] = members;
  if (a === undefined || b === undefined || more.length > 0) return true;
  return a.call.tool !== b.call.tool || !areSimilarCalls(a.call.words, b.call.words);
}

function toRoundsGrowth({ count, members, numbers }: Rounds, limit: number): Growth {
  return {
    ...{ count, limit: Math.max(2, limit - 1) },
    evidence: () => numbers.slice(-MAX_EVIDENCE),
    places: () => toPlaces(members),
    message: () =>
      `${count} rounds of the same ${members.length} calls in the same order gave the same results, with nothing in between: ${listCalls(members)}`,
  };
}
