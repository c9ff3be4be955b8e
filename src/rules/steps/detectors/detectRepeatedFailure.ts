import { isTransientRefusal } from '../refusals/isTransientRefusal';
import { saysDenied } from '../refusals/readDeniedTarget';
import { isSizeSearch } from '../refusals/isSizeSearch';
import { namesSubject } from '../results/isSpecificReason';
import {
  compareFailedReasons,
  comparePayloads,
  FailedAction,
  hasCommonReason,
  isFailedAction,
  isSameAction,
  mayHaveSameReason,
} from './failedAction';
import { isTextOrPlan, type ObservedStep } from '../calls/observedStep';
import { quoteLine } from '../shown/quoteWords';
import { describeByTurns, describeSameWords } from './describeFailures';
import { sayOutcome } from './sayOutcome';
import { simplifyArguments } from '../shown/toProvingStep';
import { nameOtherItems } from '../text/numberedItems';
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
  /** Newest failed actions, oldest first. */
  let failures: FailedAction[] = [];
  /** As `failures`, before the newest one. */
  let earlier: readonly FailedAction[] = [];
  /** Steps that repeated one of them. */
  let old: OldFailure[] = [];
  /** Number of the newest step that made a new change. */
  let changed = -1;

  function record(observed: ObservedStep): FailedAction | undefined {
    if (observed.isNewChange && !PREPARES.test(simplifyArguments(observed.call.args)))
      changed = observed.step.number;
    if (!isFailedAction(observed)) {
      if (failures.length > 0) failures = listStillFailing(failures, observed);
      return undefined;
    }
    const now = new FailedAction(observed);
    return failures.at(-1)?.batch === now.batch ? undefined : now;
  }

  /** Remembers a failure; returns the earlier ones that may have the same reason. */
  function remember(now: FailedAction): readonly FailedAction[] {
    const alike = failures.filter((each) => mayHaveSameReason(each, now));
    earlier = failures;
    failures = [...failures, now].slice(-MAX_FAILURES);
    return alike.length > 0 && now.isCountable ? alike.filter((each) => each.isCountable) : [];
  }

  function listOld(alike: readonly FailedAction[], now: FailedAction): boolean {
    const twin = alike.findLast((each) => isOldFailure(each, now));
    if (twin !== undefined) old = [...old, { twin, now }];
    old = old.filter((each) => each.now.number > now.number - WINDOW);
    return twin !== undefined;
  }

  return {
    name: 'repeated failure',
    observe(observed) {
      if (isTextOrPlan(observed)) return undefined;
      const now = record(observed);
      if (now === undefined) return undefined;
      const denied = listDenied(failures, now);
      const alike = remember(now);
      if (alike.length + denied.length === 0) return undefined;
      const { refusal } = now.result;
      if (isAttended && refusal?.by === 'person') return undefined;
      const base = adjustLimit(observed, limit);
      const byTurns = listOld(alike, now)
        ? toByTurns(old, { limit: base + MORE_BY_TURNS, changed })
        : undefined;
      const mayPass = refusal !== undefined && isTransientRefusal(refusal);
      const sameWords = mayPass
        ? undefined
        : toSameWords(
            { now, alike: alike.filter(({ number }) => number > changed), earlier },
            base,
          );
      const sameTarget = toSameTarget(
        denied.filter(({ number }) => number > changed),
        { now, limit: base },
      );
      const strongest = takeStronger(takeStronger(byTurns, sameWords), sameTarget);
      if (strongest === undefined || refusal === undefined) return strongest;
      return { ...strongest, refusal };
    },
  };
}

function takeStronger(a: Growth | undefined, b: Growth | undefined): Growth | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.count / a.limit > b.count / b.limit ? a : b;
}

/** Drops the failures of an action that works now. */
function listStillFailing(failures: FailedAction[], observed: ObservedStep): FailedAction[] {
  const { call, result } = observed;
  const { kind } = call.effect;
  if (kind === 'reads' || kind === 'waits' || result.kind === 'failure') return failures;
  if (failures.every((each) => each.call.tool !== call.tool)) return failures;
  return failures.filter(
    (each) => each.call.tool !== call.tool || each.call.action !== call.action,
  );
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

/** A failed action, those that may have the same reason, and all failed actions before it. */
interface Candidates {
  readonly now: FailedAction;
  readonly alike: readonly FailedAction[];
  readonly earlier: readonly FailedAction[];
}

function toSameWords(candidates: Candidates, limit: number): Growth | undefined {
  const { now, alike } = candidates;
  const close = listSameAttempts(candidates);
  const denied = now.isDenied ? alike.filter((each) => isDeniedAlike(each, now)) : [];
  const inputs = alike.filter((each) => isSameProbe(each, now));
  const same = denied.length > close.length ? denied : close;
  if (same.length + inputs.length === 0) return undefined;
  const isClose =
    same.length > 0 && (same.length + 1) / limit >= (inputs.length + 1) / toBatchLimit(limit);
  const proof = [...(isClose ? same : inputs), now];
  // The identical call is reported by `repeated call`.
  if (proof.every((each) => each.call === now.call)) return undefined;
  const isBatch =
    !isClose ||
    isSizeSearch(
      proof.map(({ call }) => call.args),
      now.reason,
    );
  return {
    ...{ count: proof.length, limit: isBatch ? toBatchLimit(limit) : limit },
    evidence: () => proof.map(({ number }) => number),
    places: () => listPlaces(proof),
    message: () => describeSameWords(proof, now),
  };
}

/** Whether two calls were not allowed to do something with the same thing, whatever they were given. */
function isDeniedAlike(a: FailedAction, b: FailedAction): boolean {
  if (!isSameAction(a, b) || compareFailedReasons(a, b) !== 'same words') return false;
  return b.isSpecific || namesSubject(b.reason, [a.call.args, b.call.args]);
}

/** The earlier calls, of any tool, that were not allowed to do something with the same thing. */
function listDenied(failures: readonly FailedAction[], now: FailedAction): readonly FailedAction[] {
  if (!saysDenied(now.result.text) || now.deniedTarget === '' || !now.isCountable) return NONE;
  return failures.filter((each) => each.deniedTarget === now.deniedTarget && each.isCountable);
}
const NONE: readonly FailedAction[] = [];

function toSameTarget(
  denied: readonly FailedAction[],
  { now, limit }: { readonly now: FailedAction; readonly limit: number },
): Growth | undefined {
  // Denials of one action are variants of a call.
  if (denied.every((each) => isSameAction(each, now))) return undefined;
  const proof = [...denied, now];
  return {
    ...{ count: proof.length, limit },
    evidence: () => proof.map(({ number }) => number),
    places: () => listPlaces(proof),
    message: () =>
      `access to ${quoteLine(now.deniedTarget)} was denied to ${proof.length} calls, the last one ${now.call.name}${sayOutcome(now.call, now.result)}`,
  };
}

/**
 * Whether two calls of an action try another input for the same end: the reason says more than that
 * the input is bad, which is what a batch of items asks for.
 */
function isSameProbe(a: FailedAction, b: FailedAction): boolean {
  if (!isSameAction(a, b) || !hasCommonReason(a, b)) return false;
  if (comparePayloads(a, b) !== 'alike' && !b.isSpecific) return false;
  return !nameOtherItems(a.call.items, b.call.items);
}

/**
 * Lists earlier attempts among the newest steps; another failure of the action in between shows
 * that it got further.
 */
function listSameAttempts({ now, alike, earlier }: Candidates): readonly FailedAction[] {
  const same = alike.filter(
    (each) => each.number > now.number - WINDOW && isSameAttempt(each, now),
  );
  if (same.length === 0) return same;
  const other = earlier.findLast(
    (each) => !same.includes(each) && isSameAction(each, now) && !hasCommonReason(each, now),
  );
  return other === undefined ? same : same.filter(({ number }) => number > other.number);
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
  if (payload === '' || (payload !== 'same' && kind === 'edits')) return false;
  return b.isSpecific;
}

function toByTurns(
  old: readonly OldFailure[],
  { limit, changed }: { readonly limit: number; readonly changed: number },
): Growth | undefined {
  const calls = new Set(old.map((each) => each.now.call));
  const isUnchanged = old.every(({ twin }) => twin.number > changed);
  // A change may be meant for one or two of them, but not for all.
  if (old.length < 2 || calls.size < (isUnchanged ? 2 : MIN_CALLS_AFTER_CHANGE)) return undefined;
  const numbers = old.flatMap((each) => [each.twin.number, each.now.number]);
  const isSearch = isSizeSearch(
    old.map((each) => each.now.call.args),
    old.at(-1)?.now.reason ?? '',
  );
  return {
    ...{ count: old.length, limit: isSearch ? toBatchLimit(limit) : limit },
    evidence: () => [...new Set(numbers)].toSorted((a, b) => a - b),
    places: () => listPlaces(old.map((each) => each.now)),
    message: () => describeByTurns(old.flatMap(({ twin, now }) => [twin, now])),
  };
}

/** The reasons for which actions failed, once each; what they were called with may vary. */
function listPlaces(failed: readonly FailedAction[]): readonly FindingPlace[] {
  const places = failed.map(({ call, result }) => toFailurePlace(call, result));
  return [...new Map(places.map((place) => [place.result, place])).values()].slice(-MAX_PLACES);
}
