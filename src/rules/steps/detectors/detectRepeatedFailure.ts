import { isTransientRefusal } from '../refusals/isTransientRefusal';
import {
  compareFailedReasons,
  hasCommonReason,
  comparePayloads,
  isSameAction,
  readFailedAction,
  type FailedAction,
} from './failedAction';
import { readRefusedAction } from '../refusals/readRefusedAction';
import { isTextOrPlan, type ObservedStep } from '../calls/observedStep';
import { isSpecificReason } from '../results/isSpecificReason';
import { quoteReason } from '../results/readReasonLine';
import { simplifyArguments } from '../shown/toProvingStep';
import { namesOtherItem } from '../text/namesOtherItem';
import { adjustLimit } from './adjustLimit';
import { toFailurePlace } from '../findings/toPlace';
import { MAX_PLACES, type FindingPlace } from '../../../model/steps/findingPlace';
import type { Growth, StepDetector } from './stepDetector';

/** Maximum number of failed actions that are remembered. */
const MAX_FAILURES = 24;
/** Number of newest steps in which actions fail again by turns. */
const WINDOW = 12;
/** Commands that only clean up or make room for another try. */
const PREPARES = /^\s*(?:(?:cd|rm|mkdir|touch|export)\s[^;&|<>\n]{1,300}(?:&&|;|$)\s*){1,8}$/;
/** Minimum number of different calls that fail again although something was changed. */
const MIN_CALLS_AFTER_CHANGE = 3;
/** Additional repetitions for failures by turns: some may be meant as a second try. */
const MORE_BY_TURNS = 1;

/**
 * Detects actions that fail again for the same reason, with no new change in between: one action in
 * the same words, or several by turns. The words count rather than the arguments; a refusal that
 * names what was varied, or calls with really different payload, is a batch up to twice the limit.
 * Reads and checks do not count.
 */
export function detectRepeatedFailure(limit: number, isAttended: boolean): StepDetector {
  /** Failed actions since the last new change, oldest first. */
  let failures: FailedAction[] = [];
  /** Numbers of steps that repeated one of them, with the action that it repeated. */
  let old: OldFailure[] = [];
  /** Number of the newest step that made a new change. */
  let changed = -1;

  function record(observed: ObservedStep): FailedAction | undefined {
    if (observed.isNewChange && !PREPARES.test(simplifyArguments(observed.call.args)))
      changed = observed.step.number;
    const now = readFailedAction(observed);
    if (now === undefined) {
      forgetWorking(observed);
      return undefined;
    }
    if (failures.at(-1)?.batch === now.batch) return undefined;
    return now;
  }

  /** An action that works now is not refused any more. */
  function forgetWorking({ call, result }: ObservedStep): void {
    const { kind } = call.effect;
    if (failures.length === 0 || kind === 'reads' || kind === 'waits' || result.kind === 'failure')
      return;
    const action = readRefusedAction(call);
    failures = failures.filter((each) => each.action !== action || each.call.tool !== call.tool);
  }

  return {
    name: 'repeated failure',
    observe(observed) {
      if (isTextOrPlan(observed)) return undefined;
      const now = record(observed);
      if (now === undefined) return undefined;
      const earlier = failures;
      failures = [...failures, now].slice(-MAX_FAILURES);
      const { refusal } = now.result;
      if (isAttended && refusal?.by === 'person') return undefined;
      const base = adjustLimit(observed, limit);
      const twin = earlier.findLast((each) => isOldFailure(each, now));
      if (twin !== undefined) old = [...old, { twin, now }];
      old = old.filter((each) => each.now.number > now.number - WINDOW);
      const found = [
        refusal !== undefined && isTransientRefusal(refusal)
          ? undefined
          : toSameWords(
              now,
              earlier.filter(({ number }) => number > changed),
              base,
            ),
        twin === undefined
          ? undefined
          : toByTurns(now, old, { limit: base + MORE_BY_TURNS, changed }),
      ].filter((each) => each !== undefined);
      const [strongest] = found.toSorted((a, b) => b.count / b.limit - a.count / a.limit);
      if (strongest === undefined || refusal === undefined) return strongest;
      return { ...strongest, refusal };
    },
  };
}

/** A failed action, and the earlier one that it repeats. */
interface OldFailure {
  readonly twin: FailedAction;
  readonly now: FailedAction;
}

function isOldFailure(a: FailedAction, b: FailedAction): boolean {
  if (!isSameAction(a, b)) return false;
  if (a.call === b.call && a.result === b.result) return true;
  return comparePayloads(a, b) === 'same' && compareFailedReasons(a, b) === 'same words';
}

function toSameWords(
  now: FailedAction,
  earlier: readonly FailedAction[],
  limit: number,
): Growth | undefined {
  const close = listSameAttempts(earlier, now);
  const inputs = earlier.filter((each) => isSameProbe(each, now));
  const isClose =
    close.length > 0 && (close.length + 1) / limit >= (inputs.length + 1) / toBatchLimit(limit);
  const proof = [...(isClose ? close : inputs), now];
  // The identical call is reported by `repeated call`.
  if (proof.every((each) => each.call === now.call)) return undefined;
  return {
    ...{ count: proof.length, limit: isClose ? limit : toBatchLimit(limit) },
    evidence: () => proof.map(({ number }) => number),
    places: () => listPlaces(proof),
    message: () =>
      `\`${now.action}\` failed ${proof.length} times for the same reason: ${quoteReason(now.reason)}`,
  };
}

/**
 * Whether two calls of an action try another input for the same end: the reason says more than that
 * the input is bad, which is what a batch of items asks for.
 */
function isSameProbe(a: FailedAction, b: FailedAction): boolean {
  if (!isSameAction(a, b) || !hasCommonReason(a, b)) return false;
  if (namesOtherItem(a.call.args, b.call.args)) return false;
  return comparePayloads(a, b) === 'alike' || isSpecificReason(b.reason, b.call.args);
}

/**
 * Lists earlier attempts among the newest steps; another failure of the action in between shows
 * that it got further.
 */
function listSameAttempts(
  earlier: readonly FailedAction[],
  now: FailedAction,
): readonly FailedAction[] {
  const recent = earlier.filter(({ number }) => number > now.number - WINDOW);
  const same = recent.map((each) => isSameAttempt(each, now));
  const other = recent.findLastIndex(
    (each, at) => isSameAction(each, now) && same[at] === false && !hasCommonReason(each, now),
  );
  return recent.filter((_, at) => at > other && same[at]);
}

/** Other inputs of one action are a batch up to twice the limit. */
function toBatchLimit(limit: number): number {
  return 2 * limit + 1;
}

/** Whether two calls differ in nothing that matters to the reason for which both failed. */
function isSameAttempt(a: FailedAction, b: FailedAction): boolean {
  if (a.call.tool !== b.call.tool || compareFailedReasons(a, b) !== 'same words') return false;
  if (a.call === b.call) return true;
  const payload = comparePayloads(a, b);
  // A failed edit is tried with another text, which another detector compares.
  const { kind } = b.call.effect;
  if (payload === '' || (payload !== 'same' && (kind === 'replaces' || kind === 'writes')))
    return false;
  return isSpecificReason(b.reason, b.call.args);
}

function toByTurns(
  now: FailedAction,
  old: readonly OldFailure[],
  { limit, changed }: { readonly limit: number; readonly changed: number },
): Growth | undefined {
  const calls = new Set(old.map((each) => each.now.call));
  const isUnchanged = old.every(({ twin }) => twin.number > changed);
  // A change may be meant for one or two of them, but not for all.
  if (old.length < 2 || calls.size < (isUnchanged ? 2 : MIN_CALLS_AFTER_CHANGE)) return undefined;
  const numbers = old.flatMap((each) => [each.twin.number, each.now.number]);
  return {
    ...{ count: old.length, limit },
    evidence: () => [...new Set(numbers)].toSorted((a, b) => a - b),
    places: () => listPlaces(old.map((each) => each.now)),
    message: () =>
      `${old.length} actions failed again as before, the last one \`${now.action}\`: ${quoteReason(now.reason)}`,
  };
}

/** The reasons for which actions failed, once each; what they were called with may vary. */
function listPlaces(failed: readonly FailedAction[]): readonly FindingPlace[] {
  const places = failed.map(({ call, result }) => toFailurePlace(call, result));
  return [...new Map(places.map((place) => [place.result, place])).values()].slice(-MAX_PLACES);
}
