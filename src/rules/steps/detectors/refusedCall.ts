import { MAX_EVIDENCE } from '../../../model/steps/step';
import { refusalVerb, type Refusal } from '../../../model/failure/refusal';
import { areAlike } from '../text/alike';
import {
  isAside,
  roundOf,
  type KnownCall,
  type KnownResult,
  type SeenStep,
} from '../calls/seenStep';
import { Recent } from '../calls/recent';
import type { Growth, StepDetector } from './stepDetector';
import { limitFor } from './waiting';
import { wordsOf, type Words } from '../text/words';

/** How much more often different calls may be refused in a row: an agent finds out what it may do. */
const DIFFERENT_CALLS = 2;
/** How much more often names that do not exist may be tried in a row: an agent looks for a file. */
const DIFFERENT_NAMES = 4;

/** How much more often what may pass by itself may refuse: an agent waits for it. */
const PASSING = 4;

/** A host without an address: no waiting helps. */
const NO_ADDRESS =
  /\b(?:ENOTFOUND|getaddrinfo|could not resolve|unknown host|no such host|name or service not known|name resolution)\b/i;
/** Nothing has the name that was asked for: a file, a package, a command, a page. */
const ABSENT =
  /\b(?:no such file|does not exist|doesn't exist|not found|cannot find|could not find|couldn't find|no matching|unknown (?:package|module|symbol)|ENOENT|E404|404)\b/i;
/** Longest result that says nothing but that. */
const LONGEST_ABSENT = 1_000;

/** Tools whose newest call is remembered. */
const TOOLS = 16;
/** Characters by which the results of two refusals may differ in length, besides a quarter. */
const MOST_VARIED = 60;

/** A call that may have been refused. */
interface Candidate {
  readonly number: number;
  readonly round: number;
  readonly call: KnownCall;
  readonly result: KnownResult;
}

interface Refused extends Candidate {
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
export function refusedCall(limit: number, isAttended: boolean): StepDetector {
  /** Since something new was changed, oldest first. */
  let refused: Refused[] = [];
  /** In a row, nothing but reading in between. */
  let row: Refused[] = [];
  let absent: AbsentName[] = [];
  /** The newest call of each tool: whether it was refused is only asked where the next one resembles it. */
  let earlier = new Recent<Candidate>(TOOLS);
  /** The newest call that did more than read. */
  let newest: Candidate | undefined;

  function takeIn(seen: SeenStep): Refused | undefined {
    const { result, call, step } = seen;
    if (seen.isNewChange) [refused, earlier] = [[], new Recent<Candidate>(TOOLS)];
    if (isAbsent(seen)) absent = [...absent, { number: step.number, call }].slice(-MAX_EVIDENCE);
    else if (absent.length > 0) absent = [];
    const now = { number: step.number, round: roundOf(seen), call, result };
    const before = earlier.get(call.tool);
    earlier.set(call.tool, now);
    const again = isAgain(before, now) ? asRefused(now, isAttended) : undefined;
    if (again === undefined) {
      if (row.length > 0 && (call.effect.kind !== 'reads' || result.kind === 'failure')) row = [];
      if (call.effect.kind !== 'reads') newest = now;
      return undefined;
    }
    for (const each of olderThan(now, before)) addOlder(each);
    refused = [...refused, again].slice(-MAX_EVIDENCE);
    row = [...row, again].slice(-MAX_EVIDENCE);
    newest = now;
    return again;
  }

  /** One that was passed over before it was known to be the first of several. */
  function addOlder(candidate: Candidate): void {
    if (refused.some(({ number }) => number === candidate.number)) return;
    const older = asRefused(candidate, isAttended);
    if (older === undefined) return;
    refused = [...refused, older].toSorted((a, b) => a.number - b.number);
    if (candidate === newest) row = [older];
  }

  return {
    name: 'refused call',
    observe(seen) {
      if (isAside(seen)) return undefined;
      const now = takeIn(seen);
      if (now === undefined) return namesTried(absent, limit);
      const same = sameRefusals(now, now.refusal.by === 'environment' ? row : refused);
      if (same.length >= 2) return growthOf(same, limitOf(now, seen, limit), now.refusal);
      const alike = rounds(row.filter(({ refusal }) => isSameCause(refusal, now.refusal)));
      const most = limitOf(now, seen, limit) * DIFFERENT_CALLS;
      return alike.length < 2 ? undefined : growthOf(alike, most, now.refusal);
    },
  };
}

/** By what costs little: the same call gave the same before, or the tool was last answered at about this length. */
function isAgain(before: Candidate | undefined, { result }: Candidate): boolean {
  if (result.steps.length > 1) return true;
  if (before === undefined) return false;
  const [a, b] = [before.result.text.length, result.text.length];
  return Math.abs(a - b) <= MOST_VARIED + Math.max(a, b) / 4;
}

/** What a person refuses in an attended run does not count. */
function asRefused(candidate: Candidate, isAttended: boolean): Refused | undefined {
  const { refusal } = candidate.result;
  if (refusal === undefined || (isAttended && refusal.by === 'person')) return undefined;
  return { ...candidate, refusal };
}

/** Calls before this one that may have met the same, since something new was changed. */
function olderThan(now: Candidate, before: Candidate | undefined): readonly Candidate[] {
  const same = now.result.sinceChange
    .filter((number) => number < now.round && number !== before?.number)
    .map((number) => ({ ...now, number, round: number }));
  return before === undefined ? same : [...same, before];
}

/** A permission rule says the same however long one waits. */
function limitOf({ refusal }: Refused, seen: SeenStep, limit: number): number {
  if (refusal.by !== 'environment') return limit;
  const most = limitFor(seen, limit);
  return mayPass(refusal) ? Math.max(most, limit * PASSING) : most;
}

function mayPass({ kind, words }: Refusal): boolean {
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
function sameRefusals(now: Refused, among: readonly Refused[]): readonly Refused[] {
  const { action, tool, by, kind, subject } = now.refusal;
  const same = among.filter(({ refusal }) => refusal.by === by && refusal.tool === tool);
  if (by !== 'environment') {
    const looks = now.call.effect.kind === 'reads';
    return rounds(
      same.filter((each) => each.refusal.action === action && (!looks || isAlike(each, now))),
    );
  }
  return rounds(
    same.filter(
      (each) =>
        each.refusal.kind === kind && each.refusal.subject === subject && isAlike(each, now),
    ),
  );
}

function isAlike(a: Refused, b: Refused): boolean {
  if (a.call === b.call) return true;
  a.words ??= wordsOf(a.call.args);
  b.words ??= wordsOf(b.call.args);
  return areAlike(a.words, b.words);
}

function isSameCause(a: Refusal, b: Refusal): boolean {
  return (a.by === 'environment') === (b.by === 'environment') && a.kind === b.kind;
}

/** One of each round: those that were made at once knew nothing of each other. */
function rounds(all: readonly Refused[]): readonly Refused[] {
  return all.filter(({ round }, at) => all.findIndex((each) => each.round === round) === at);
}

function growthOf(proof: readonly Refused[], limit: number, refusal: Refusal): Growth {
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
function isAbsent({ result, news }: SeenStep): boolean {
  const { text } = result;
  // Most results are long, and to tell what kind they are costs most.
  if (news !== 'call' || text.length > LONGEST_ABSENT || !ABSENT.test(text)) return false;
  return result.kind === 'failure';
}

function namesTried(absent: readonly AbsentName[], limit: number): Growth | undefined {
  const last = absent.at(-1);
  if (last === undefined) return undefined;
  const tried = absent.filter(({ call }) => call.tool === last.call.tool);
  if (tried.length < 2) return undefined;
  return {
    ...{ count: tried.length, limit: limit * DIFFERENT_NAMES },
    evidence: () => tried.map(({ number }) => number),
    message: () => `${tried.length} names in a row do not exist, the last one: ${last.call.quote}`,
  };
}
