import { MAX_EVIDENCE, MAX_REASON_QUOTE } from '../../../model/steps/step';
import { refusalVerb, type Refusal } from '../../../model/failure/refusal';
import { isTransientRefusal } from '../refusals/isTransientRefusal';
import { compareReasons } from '../results/compareReasons';
import { areSimilarCalls } from '../text/areSimilarCalls';
import {
  isTextOrPlan,
  batchOf,
  type KnownCall,
  type KnownResult,
  type ObservedStep,
} from '../calls/observedStep';
import { RecentMap } from '../memory/recentMap';
import { toCausePlace, toRefusedPlace } from '../findings/toPlace';
import { quoteReasonLine } from '../shown/quoteReasonLine';
import { quoteLine } from '../shown/quoteWords';
import type { Growth, StepDetector } from './stepDetector';
import { adjustLimit } from './adjustLimit';

/** Factor for different refused calls in a row: an agent explores its permissions. */
const DIFFERENT_CALLS_FACTOR = 2;
/** Factor for different names in a row that are missing or refused: an agent searches or checks a list. */
const DIFFERENT_NAMES_FACTOR = 4;

/** Factor for transient refusals: an agent waits for them. */
const TRANSIENT_FACTOR = 4;

/** A file, package, command or page with the given name does not exist. */
const ABSENT =
  /\b(?:no such file|does not exist|doesn't exist|not found|cannot find|could not find|couldn't find|no matching|unknown (?:package|module|symbol)|ENOENT|E404|404)\b/i;
/** Maximum length of a result that only reports a missing name. */
const MAX_ABSENT_LENGTH = 1_000;

/** Number of tools whose newest call is remembered. */
const MAX_TOOLS = 16;
/** Tolerance in length of two refusals, in characters, plus a quarter. */
const LENGTH_TOLERANCE = 60;

/** A call that may have been refused. */
interface Candidate {
  readonly number: number;
  readonly batch: number;
  readonly call: KnownCall;
  readonly result: KnownResult;
}

interface RefusedCall extends Candidate {
  readonly refusal: Refusal;
}

interface AbsentName {
  readonly number: number;
  readonly call: KnownCall;
}

/**
 * Detects calls that are refused repeatedly for a reason that the agent cannot change: by a
 * permission rule since the last new change, by the environment in a row; and missing names in a
 * row. A batch of calls counts as one. What a person refuses in an attended run does not count.
 */
export function detectRefusedCall(limit: number, isAttended: boolean): StepDetector {
  /** Refused calls since the last new change, oldest first. */
  let refused: RefusedCall[] = [];
  /** Refused calls in a row, with only reading in between. */
  let row: RefusedCall[] = [];
  let absent: AbsentName[] = [];
  /**
   * Newest call of each tool; whether it was refused is checked only if the next one resembles it.
   */
  let earlier = new RecentMap<Candidate>(MAX_TOOLS);
  /** Newest call that did more than read. */
  let newest: Candidate | undefined;

  function record(observed: ObservedStep): RefusedCall | undefined {
    const { result, call, step } = observed;
    if (observed.isNewChange) [refused, earlier] = [[], new RecentMap<Candidate>(MAX_TOOLS)];
    if (isAbsent(observed))
      absent = [...absent, { number: step.number, call }].slice(-MAX_EVIDENCE);
    else if (absent.length > 0) absent = [];
    const now = { number: step.number, batch: batchOf(observed), call, result };
    const before = earlier.get(call.tool);
    earlier.set(call.tool, now);
    const again = mayRepeat(before, now) ? toRefused(now, isAttended) : undefined;
    if (again === undefined) {
      if (row.length > 0 && (call.effect.kind !== 'reads' || result.kind === 'failure')) row = [];
      if (call.effect.kind !== 'reads') newest = now;
      return undefined;
    }
    for (const each of listOlder(now, before)) addOlder(each);
    refused = [...refused, again].slice(-MAX_EVIDENCE);
    row = [...row, again].slice(-MAX_EVIDENCE);
    newest = now;
    return again;
  }

  /** Adds a call that turns out to be the first of several refusals. */
  function addOlder(candidate: Candidate): void {
    if (refused.some(({ number }) => number === candidate.number)) return;
    const older = toRefused(candidate, isAttended);
    if (older === undefined) return;
    refused = [...refused, older].toSorted((a, b) => a.number - b.number);
    if (candidate === newest) row = [older];
  }

  return {
    name: 'refused call',
    observe(observed) {
      if (isTextOrPlan(observed)) return undefined;
      const now = record(observed);
      if (now === undefined) return toAbsentGrowth(absent, limit);
      const same = filterSameRefusals(now, now.refusal.by === 'environment' ? row : refused);
      if (same.length >= 2) return toGrowth(same, resolveLimit(now, observed, limit), now.refusal);
      const alike = dedupeBatches(row.filter(({ refusal }) => isSameCause(refusal, now.refusal)));
      const factor = isBatch(alike) ? DIFFERENT_NAMES_FACTOR : DIFFERENT_CALLS_FACTOR;
      const most = resolveLimit(now, observed, limit) * factor;
      return alike.length < 2 ? undefined : toGrowth(alike, most, now.refusal);
    },
  };
}

/** Cheap pre-check: the result repeats, or has about the length of the tool's previous result. */
function mayRepeat(before: Candidate | undefined, { result }: Candidate): boolean {
  if (result.steps.length > 1) return true;
  if (before === undefined) return false;
  const [a, b] = [before.result.text.length, result.text.length];
  return Math.abs(a - b) <= LENGTH_TOLERANCE + Math.max(a, b) / 4;
}

/** Returns the refused call; undefined if it was not refused, or by a person in an attended run. */
function toRefused(candidate: Candidate, isAttended: boolean): RefusedCall | undefined {
  const { refusal } = candidate.result;
  if (refusal === undefined || (isAttended && refusal.by === 'person')) return undefined;
  return { ...candidate, refusal };
}

/** Lists earlier calls since the last new change that may have been refused as well. */
function listOlder(now: Candidate, before: Candidate | undefined): readonly Candidate[] {
  const same = now.result.stepsSinceChange
    .filter((number) => number < now.batch && number !== before?.number)
    .map((number) => ({ ...now, number, batch: number }));
  return before === undefined ? same : [...same, before];
}

/** Waiting does not change a permission rule. */
function resolveLimit({ refusal }: RefusedCall, observed: ObservedStep, limit: number): number {
  if (refusal.by !== 'environment') return limit;
  const most = adjustLimit(observed, limit);
  return isTransientRefusal(refusal) ? Math.max(most, limit * TRANSIENT_FACTOR) : most;
}

/**
 * Filters for the same action and refusal; for reads and for refusals by the environment also
 * similar arguments, since one unreadable file says nothing about another.
 */
function filterSameRefusals(
  now: RefusedCall,
  among: readonly RefusedCall[],
): readonly RefusedCall[] {
  const { action, tool, by, kind, subject } = now.refusal;
  const same = among.filter(({ refusal }) => refusal.by === by && refusal.tool === tool);
  if (by !== 'environment') {
    const looks = now.call.effect.kind === 'reads';
    return dedupeBatches(
      same.filter((each) => each.refusal.action === action && (!looks || isSimilarCall(each, now))),
    );
  }
  return dedupeBatches(
    same.filter(
      (each) =>
        each.refusal.kind === kind && each.refusal.subject === subject && isSimilarCall(each, now),
    ),
  );
}

function isSimilarCall(a: RefusedCall, b: RefusedCall): boolean {
  return a.call === b.call || areSimilarCalls(a.call.words, b.call.words);
}

function isSameCause(a: Refusal, b: Refusal): boolean {
  return (a.by === 'environment') === (b.by === 'environment') && a.kind === b.kind;
}

/** Whether one action was refused for another input each time, which the refusal names. */
function isBatch(calls: readonly RefusedCall[]): boolean {
  const [first, ...others] = calls;
  if (first === undefined || others.length === 0) return false;
  return others.every(
    (each) =>
      each.refusal.action === first.refusal.action &&
      compareReasons(
        { line: first.refusal.words, args: first.call.args },
        { line: each.refusal.words, args: each.call.args },
      ) === 'own input',
  );
}

/** Keeps one call of each batch, since its calls did not know each other's results. */
function dedupeBatches(all: readonly RefusedCall[]): readonly RefusedCall[] {
  return all.filter(({ batch }, at) => all.findIndex((each) => each.batch === batch) === at);
}

function toGrowth(proof: readonly RefusedCall[], limit: number, refusal: Refusal): Growth {
  const count = proof.length;
  const isOneAction = proof.every((each) => each.refusal.action === refusal.action);
  const last = proof.at(-1);
  return {
    ...{ count, limit, refusal },
    evidence: () => proof.map(({ number }) => number),
    places: () => [
      isOneAction && last !== undefined
        ? toRefusedPlace(last.call, refusal)
        : toCausePlace('', `${refusal.by}, ${refusal.kind}`),
    ],
    message: () =>
      isOneAction
        ? `${nameCalls(proof, refusal.action)} ${refusalVerb(refusal)} ${count} times${sayWhy(refusal)}`
        : `${count} calls in a row could not be made, the last one ${last?.call.name ?? ''}${sayWhy(refusal)}`,
  };
}

/** Names the call if it is always the same, else only what was refused. */
function nameCalls(proof: readonly RefusedCall[], action: string): string {
  const [name, ...others] = new Set(proof.map(({ call }) => call.name));
  return name === undefined || others.length > 0 ? quoteLine(action) : name;
}

function sayWhy({ words }: Refusal): string {
  const reason = quoteReasonLine({ result: words, args: '' }, MAX_REASON_QUOTE);
  return reason === '' ? '' : `: ${reason}`;
}

/** Whether the call failed because a name does not exist. */
function isAbsent({ result, novelty: news }: ObservedStep): boolean {
  const { text } = result;
  // Cheap checks first: classifying a result costs most.
  if (news !== 'call' || text.length > MAX_ABSENT_LENGTH || !ABSENT.test(text)) return false;
  return result.kind === 'failure';
}

function toAbsentGrowth(absent: readonly AbsentName[], limit: number): Growth | undefined {
  const last = absent.at(-1);
  if (last === undefined) return undefined;
  const tried = absent.filter(({ call }) => call.tool === last.call.tool);
  if (tried.length < 2) return undefined;
  return {
    ...{ count: tried.length, limit: limit * DIFFERENT_NAMES_FACTOR },
    evidence: () => tried.map(({ number }) => number),
    places: () => [toCausePlace(last.call.tool, 'missing name')],
    message: () =>
      `${tried.length} calls in a row named something that does not exist, the last one ${last.call.name}`,
  };
}
