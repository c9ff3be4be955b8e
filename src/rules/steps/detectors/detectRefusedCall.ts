import { MAX_EVIDENCE } from '../../../model/steps/step';
import { refusalVerb, type Refusal } from '../../../model/failure/refusal';
import { areSimilarCalls } from '../text/areSimilarCalls';
import {
  isTextOrPlan,
  batchOf,
  type KnownCall,
  type KnownResult,
  type ObservedStep,
} from '../calls/observedStep';
import { RecentMap } from '../calls/recentMap';
import type { Growth, StepDetector } from './stepDetector';
import { adjustLimit } from './adjustLimit';
import { toWords, type Words } from '../text/words';

/** How much more often different calls may be refused in a row: an agent finds out what it may do. */
const DIFFERENT_CALLS_FACTOR = 2;
/** How much more often names that do not exist may be tried in a row: an agent looks for a file. */
const DIFFERENT_NAMES_FACTOR = 4;

/** How much more often what may pass by itself may refuse: an agent waits for it. */
const TRANSIENT_FACTOR = 4;

/** A host without an address: no waiting helps. */
const NO_ADDRESS =
  /\b(?:ENOTFOUND|getaddrinfo|could not resolve|unknown host|no such host|name or service not known|name resolution)\b/i;
/** Nothing has the name that was asked for: a file, a package, a command, a page. */
const ABSENT =
  /\b(?:no such file|does not exist|doesn't exist|not found|cannot find|could not find|couldn't find|no matching|unknown (?:package|module|symbol)|ENOENT|E404|404)\b/i;
/** Longest result that says nothing but that. */
const MAX_ABSENT_LENGTH = 1_000;

/** Tools whose newest call is remembered. */
const MAX_TOOLS = 16;
/** Characters by which the results of two refusals may differ in length, besides a quarter. */
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
  words?: Words;
}

interface AbsentName {
  readonly number: number;
  readonly call: KnownCall;
}

/**
 * Calls that are refused for a reason that the agent cannot change, again and again: by a permission rule of the agent
 * since something new was changed, by the machine or a service in a row. And names in a row that do not exist. Of
 * calls that were made at once one is counted. What a person refuses in an attended run is theirs to decide.
 */
export function detectRefusedCall(limit: number, isAttended: boolean): StepDetector {
  /** Since something new was changed, oldest first. */
  let refused: RefusedCall[] = [];
  /** In a row, nothing but reading in between. */
  let row: RefusedCall[] = [];
  let absent: AbsentName[] = [];
  /** The newest call of each tool: whether it was refused is only asked where the next one resembles it. */
  let earlier = new RecentMap<Candidate>(MAX_TOOLS);
  /** The newest call that did more than read. */
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

  /** One that was passed over before it was known to be the first of several. */
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
      const most = resolveLimit(now, observed, limit) * DIFFERENT_CALLS_FACTOR;
      return alike.length < 2 ? undefined : toGrowth(alike, most, now.refusal);
    },
  };
}

/** By what costs little: the same call gave the same before, or the tool was last answered at about this length. */
function mayRepeat(before: Candidate | undefined, { result }: Candidate): boolean {
  if (result.steps.length > 1) return true;
  if (before === undefined) return false;
  const [a, b] = [before.result.text.length, result.text.length];
  return Math.abs(a - b) <= LENGTH_TOLERANCE + Math.max(a, b) / 4;
}

/** What a person refuses in an attended run does not count. */
function toRefused(candidate: Candidate, isAttended: boolean): RefusedCall | undefined {
  const { refusal } = candidate.result;
  if (refusal === undefined || (isAttended && refusal.by === 'person')) return undefined;
  return { ...candidate, refusal };
}

/** Calls before this one that may have met the same, since something new was changed. */
function listOlder(now: Candidate, before: Candidate | undefined): readonly Candidate[] {
  const same = now.result.stepsSinceChange
    .filter((number) => number < now.batch && number !== before?.number)
    .map((number) => ({ ...now, number, batch: number }));
  return before === undefined ? same : [...same, before];
}

/** A permission rule says the same however long one waits. */
function resolveLimit({ refusal }: RefusedCall, observed: ObservedStep, limit: number): number {
  if (refusal.by !== 'environment') return limit;
  const most = adjustLimit(observed, limit);
  return isTransient(refusal) ? Math.max(most, limit * TRANSIENT_FACTOR) : most;
}

function isTransient({ kind, words }: Refusal): boolean {
  switch (kind) {
    case 'rate_limit':
    case 'outage':
    case 'disk_full':
      return true;
    case 'network':
      return !NO_ADDRESS.test(words);
    case 'authentication':
    case 'permission':
    case 'missing_tool':
    case 'missing_dependency':
      return false;
    default:
      return kind satisfies never;
  }
}

/**
 * The same action refused in the same way; of what is only looked at, of the machine and of services also with nearly
 * the same arguments: that one file may not be read says nothing of another one.
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
  if (a.call === b.call) return true;
  a.words ??= toWords(a.call.args);
  b.words ??= toWords(b.call.args);
  return areSimilarCalls(a.words, b.words);
}

function isSameCause(a: Refusal, b: Refusal): boolean {
  return (a.by === 'environment') === (b.by === 'environment') && a.kind === b.kind;
}

/** One of each round: those that were made at once knew nothing of each other. */
function dedupeBatches(all: readonly RefusedCall[]): readonly RefusedCall[] {
  return all.filter(({ batch }, at) => all.findIndex((each) => each.batch === batch) === at);
}

function toGrowth(proof: readonly RefusedCall[], limit: number, refusal: Refusal): Growth {
  const count = proof.length;
  const isOneAction = proof.every((each) => each.refusal.action === refusal.action);
  return {
    ...{ count, limit, refusal },
    evidence: () => proof.map(({ number }) => number),
    message: () =>
      isOneAction
        ? `\`${refusal.action}\` ${refusalVerb(refusal)} ${count} times: ${refusal.words}`
        : `${count} calls in a row could not be made, the last one \`${refusal.action}\`: ${refusal.words}`,
  };
}

/** It failed because nothing has the name that it was given. */
function isAbsent({ result, novelty: news }: ObservedStep): boolean {
  const { text } = result;
  // Most results are long, and to tell what kind they are costs most.
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
    message: () => `${tried.length} names in a row do not exist, the last one: ${last.call.quote}`,
  };
}
