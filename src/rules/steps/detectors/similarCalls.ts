import { MAX_EVIDENCE } from '../../../model/steps/step';
import { areAlike, mayBeAlike } from '../text/alike';
import type { StepEffect } from '../effects/effect';
import { refusalOf, type Refusal } from '../refusals/misuse';
import { saysWhy } from '../results/resultKind';
import {
  isAside,
  mayHaveChanged,
  roundOf,
  type KnownCall,
  type KnownResult,
  type SeenStep,
} from '../calls/seenStep';
import type { StepDetector } from './stepDetector';
import { limitFor } from './waiting';
import { wordsOf, type Words } from '../text/words';

/** How many calls back its like may be: two things that are tried by turns are tried again and again. */
const REACH = 2;
/** Characters by which equal results may differ in length, besides a third. */
const MOST_VARIED = 100;
/** How much more often calls that are all different may be answered the same. */
const BATCH = 2;
/** Characters that an answer has, at least, to be no chance when two calls give it. */
const LEAST_ANSWER = 80;

interface Member {
  readonly number: number;
  readonly round: number;
  readonly call: KnownCall;
  readonly result: KnownResult;
  words?: Words;
  refusal?: Refusal;
  /** Number of the step before it that said nearly the same and gave the same. */
  sameAs?: number;
  /** Number of the first of those that it is linked with so. */
  group: number;
}

/**
 * Calls of one tool in a row whose arguments hardly differ and that give the same again, or that are refused in the
 * same way whatever they are about: it refuses, whatever is changed about them. Results that only say that it worked prove nothing: that is batch work.
 */
export function similarCalls(limit: number): StepDetector {
  let row: Member[] = [];
  /** Calls of the tool before that failed, while there is only something read. */
  let failed: Member[] = [];
  let news = 0;
  /** Number of the newest step that did again what it does, and gave something else: it may have changed something. */
  let worked = -1;

  function rowFor({ isNewChange, call }: SeenStep): Member[] {
    if (row.at(-1)?.call.tool === call.tool && !isNewChange) return row;
    const looksOn = call.effect.kind === 'reads' && !isNewChange;
    const isBack = !isNewChange && failed.at(-1)?.call.tool === call.tool;
    const next = isBack ? failed : [];
    const failures = looksOn ? row.filter(failedToDo) : [];
    if (!looksOn || failures.length > 0) failed = failures;
    return next;
  }

  return {
    name: 'similar calls',
    observe(seen) {
      if (isAside(seen)) return undefined;
      row = rowFor(seen);
      if (seen.news === 'result' && mayHaveChanged(seen)) worked = seen.step.number;
      const { call, result, step } = seen;
      const { number } = step;
      const member: Member = { number, round: roundOf(seen), call, result, group: number };
      const twin = newestTwin(row, member, worked);
      // Calls made at once are one try: none of them was made in spite of what the others gave.
      if (twin !== undefined && twin.round !== member.round) member.sameAs = twin.number;
      if (twin !== undefined) member.group = twin.group;
      row.push(member);
      if (twin === undefined) {
        // What was new so many times in a row has broken the pattern.
        news += 1;
        while (row.length > (news >= REACH ? REACH : MAX_EVIDENCE)) row.shift();
        return undefined;
      }
      news = 0;
      if (row.length > MAX_EVIDENCE) row.shift();
      const again = row.filter((each) => each.sameAs !== undefined && isOneOf(each, member));
      // The very same call again and again is what `repeated call` tells.
      if (again.every((each) => each.call === call && isAfter(each, row))) return undefined;
      const steps = again.flatMap(({ number, sameAs = number }) => [sameAs, number]);
      const count = 1 + again.length;
      if (count < 2) return undefined;
      return {
        count,
        limit: limitFor(seen, limit) * (isBatch(again) ? BATCH : 1),
        evidence: () => [...new Set(steps)].toSorted((a, b) => a - b),
        message: () =>
          `${isRefused(member) ? 'a tool refused in the same way' : 'nearly the same call gave the same result'} ${count} times: ${call.quote}`,
      };
    },
  };
}

/** Each call is another one, and is answered: so pages are turned, and one thing is asked of many. */
function isBatch(again: readonly Member[]): boolean {
  const calls = new Set(again.map(({ call }) => call));
  return calls.size === again.length && again.every(({ result }) => result.kind === 'answer');
}

/** It was to do something, and did not: a search that finds nothing is another matter. */
function failedToDo({ call, result }: Member): boolean {
  return call.effect.kind !== 'reads' && result.kind === 'failure';
}

/** Whether nothing stands in the row between a call and the one that it repeats. */
function isAfter(member: Member, row: readonly Member[]): boolean {
  const at = row.indexOf(member);
  return at === 0 || row[at - 1]?.number === member.sameAs;
}

/** Whether two calls of a row are about the same and gave it: of two things by turns, each is counted by itself. */
function isOneOf(a: Member, b: Member): boolean {
  if (a.group === b.group || isSameRefusal(a, b)) return true;
  return haveAlikeWords(a, b) && gaveTheSame(a.result, b.result);
}

/** Only the last `REACH` of the row are looked at. */
function newestTwin(row: readonly Member[], member: Member, worked: number): Member | undefined {
  for (let at = row.length - 1; at >= Math.max(0, row.length - REACH); at -= 1) {
    const each = row[at];
    if (each === undefined) continue;
    if (each.call === member.call && each.number < worked) continue;
    if (isTwin(each, member)) return each;
    if (isSameRefusal(each, member) && row.slice(at + 1).every(isRefused)) return each;
  }
  return undefined;
}

function isTwin(a: Member, b: Member): boolean {
  if (a.call === b.call) return tells(b.result) && a.result === b.result;
  if (findsOtherwise(a.call.effect, b.call.effect)) return false;
  if (!mayHaveGivenTheSame(a, b)) return false;
  if (!mayBeAlike(a.call.args, b.call.args)) return false;
  // What costs less is asked first: words are read once for each call, what a failure says is put together.
  return b.result.kind === 'failure'
    ? saysWhy(b.result.text) && haveAlikeWords(a, b) && a.result.isSameFailure(b.result)
    : isSameAnswer(a.result, b.result) && haveAlikeWords(a, b);
}

/** Whether of two replacements one says more than the other of what stands around the place: that is how it is found. */
function findsOtherwise(a: StepEffect, b: StepEffect): boolean {
  if (a.kind !== 'replaces' || b.kind !== 'replaces') return false;
  const [x, y] = [a.before.replace(SPACE, ''), b.before.replace(SPACE, '')];
  return x.length !== y.length && (x.includes(y) || y.includes(x));
}
const SPACE = /\s+/g;

/** The call itself was refused, in the same way: whatever it was told, the tool did not even begin. */
function isSameRefusal(a: Member, b: Member): boolean {
  if (!mayHaveGivenTheSame(a, b)) return false;
  const now = refusal(b);
  if (now === '' || now !== refusal(a)) return false;
  return now === 'no command' || a.result.isLike(b.result) || a.result.isSameFailure(b.result);
}

function isRefused(member: Member): boolean {
  return refusal(member) !== '';
}

function refusal(member: Member): Refusal {
  return (member.refusal ??= refusalOf(member.result, member.call));
}

function haveAlikeWords(a: Member, b: Member): boolean {
  a.words ??= wordsOf(a.call.args);
  b.words ??= wordsOf(b.call.args);
  return areAlike(a.words, b.words);
}

/** By the lengths alone: a result may repeat what the call was told, and a little varies. */
function mayHaveGivenTheSame(a: Member, b: Member): boolean {
  const [x, y] = [a.result.text.length, b.result.text.length];
  const repeated = a.call.args.length + b.call.args.length;
  return Math.abs(x - y) <= MOST_VARIED + Math.max(x, y) / 3 + repeated;
}

/** Of different calls: a short answer is the same by chance. */
function isSameAnswer(a: KnownResult, b: KnownResult): boolean {
  return b.kind === 'answer' && b.text.length >= LEAST_ANSWER && a.isLike(b);
}

/** To fail in two ways by turns is to fail; two things that are read by turns are two. */
function gaveTheSame(a: KnownResult, b: KnownResult): boolean {
  return a === b || (a.kind === 'failure' && b.kind === 'failure') || a.isLike(b);
}

function tells({ kind }: KnownResult): boolean {
  return kind === 'failure' || kind === 'answer';
}
