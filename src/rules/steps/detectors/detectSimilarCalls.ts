import { MAX_EVIDENCE } from '../../../model/steps/step';
import { areSimilarCalls, haveSimilarLengths } from '../text/areSimilarCalls';
import type { StepEffect } from '../effects/stepEffect';
import { classifyRejection, type Rejection } from '../refusals/classifyRejection';
import { hasFailureText } from '../results/classifyResult';
import {
  isTextOrPlan,
  mayHaveChangedState,
  batchOf,
  type KnownCall,
  type KnownResult,
  type ObservedStep,
} from '../calls/observedStep';
import type { StepDetector } from './stepDetector';
import { adjustLimit } from './adjustLimit';
import { toWords, type Words } from '../text/words';

/** How many calls back its like may be: two things that are tried by turns are tried again and again. */
const MAX_DISTANCE = 2;
/** Characters by which equal results may differ in length, besides a third. */
const LENGTH_TOLERANCE = 100;
/** How much more often calls that are all different may be answered the same. */
const BATCH_FACTOR = 2;
/** Characters that an answer has, at least, to be no chance when two calls give it. */
const MIN_ANSWER = 80;

interface RowCall {
  readonly number: number;
  readonly batch: number;
  readonly call: KnownCall;
  readonly result: KnownResult;
  words?: Words;
  rejection?: Rejection;
  /** Number of the step before it that said nearly the same and gave the same. */
  sameAs?: number;
  /** Number of the first of those that it is linked with so. */
  group: number;
}

/**
 * Calls of one tool in a row whose arguments hardly differ and that give the same again, or that are refused in the
 * same way whatever they are about: it refuses, whatever is changed about them. Results that only say that it worked prove nothing: that is batch work.
 */
export function detectSimilarCalls(limit: number): StepDetector {
  let row: RowCall[] = [];
  /** Calls of the tool before that failed, while there is only something read. */
  let failed: RowCall[] = [];
  let newInRow = 0;
  /** Number of the newest step that did again what it does, and gave something else: it may have changed something. */
  let lastEffective = -1;

  function selectRow({ isNewChange, call }: ObservedStep): RowCall[] {
    if (row.at(-1)?.call.tool === call.tool && !isNewChange) return row;
    const looksOn = call.effect.kind === 'reads' && !isNewChange;
    const isBack = !isNewChange && failed.at(-1)?.call.tool === call.tool;
    const next = isBack ? failed : [];
    const failures = looksOn ? row.filter(isFailedAction) : [];
    if (!looksOn || failures.length > 0) failed = failures;
    return next;
  }

  return {
    name: 'similar calls',
    observe(observed) {
      if (isTextOrPlan(observed)) return undefined;
      row = selectRow(observed);
      if (observed.novelty === 'result' && mayHaveChangedState(observed))
        lastEffective = observed.step.number;
      const { call, result, step } = observed;
      const { number } = step;
      const member: RowCall = { number, batch: batchOf(observed), call, result, group: number };
      const twin = findNewestTwin(row, member, lastEffective);
      // Calls made at once are one try: none of them was made in spite of what the others gave.
      if (twin !== undefined && twin.batch !== member.batch) member.sameAs = twin.number;
      if (twin !== undefined) member.group = twin.group;
      row.push(member);
      if (twin === undefined) {
        // What was new so many times in a row has broken the pattern.
        newInRow += 1;
        while (row.length > (newInRow >= MAX_DISTANCE ? MAX_DISTANCE : MAX_EVIDENCE)) row.shift();
        return undefined;
      }
      newInRow = 0;
      if (row.length > MAX_EVIDENCE) row.shift();
      const again = row.filter((each) => each.sameAs !== undefined && isSameGroup(each, member));
      // The very same call again and again is what `repeated call` tells.
      if (again.every((each) => each.call === call && followsItsTwin(each, row))) return undefined;
      const steps = again.flatMap(({ number, sameAs = number }) => [sameAs, number]);
      const count = 1 + again.length;
      if (count < 2) return undefined;
      return {
        count,
        limit: adjustLimit(observed, limit) * (isBatchWork(again) ? BATCH_FACTOR : 1),
        evidence: () => [...new Set(steps)].toSorted((a, b) => a - b),
        message: () =>
          `${isRejected(member) ? 'a tool refused in the same way' : 'nearly the same call gave the same result'} ${count} times: ${call.quote}`,
      };
    },
  };
}

/** Each call is another one, and is answered: so pages are turned, and one thing is asked of many. */
function isBatchWork(again: readonly RowCall[]): boolean {
  const calls = new Set(again.map(({ call }) => call));
  return calls.size === again.length && again.every(({ result }) => result.kind === 'answer');
}

/** It was to do something, and did not: a search that finds nothing is another matter. */
function isFailedAction({ call, result }: RowCall): boolean {
  return call.effect.kind !== 'reads' && result.kind === 'failure';
}

/** Whether nothing stands in the row between a call and the one that it repeats. */
function followsItsTwin(member: RowCall, row: readonly RowCall[]): boolean {
  const at = row.indexOf(member);
  return at === 0 || row[at - 1]?.number === member.sameAs;
}

/** Whether two calls of a row are about the same and gave it: of two things by turns, each is counted by itself. */
function isSameGroup(a: RowCall, b: RowCall): boolean {
  if (a.group === b.group || isSameRejection(a, b)) return true;
  return haveSimilarWords(a, b) && isSameResult(a.result, b.result);
}

/** Only the last `REACH` of the row are looked at. */
function findNewestTwin(
  row: readonly RowCall[],
  member: RowCall,
  worked: number,
): RowCall | undefined {
  for (let at = row.length - 1; at >= Math.max(0, row.length - MAX_DISTANCE); at -= 1) {
    const each = row[at];
    if (each === undefined) continue;
    if (each.call === member.call && each.number < worked) continue;
    if (isTwin(each, member)) return each;
    if (isSameRejection(each, member) && row.slice(at + 1).every(isRejected)) return each;
  }
  return undefined;
}

function isTwin(a: RowCall, b: RowCall): boolean {
  if (a.call === b.call) return hasContent(b.result) && a.result === b.result;
  if (isWiderMatch(a.call.effect, b.call.effect)) return false;
  if (!mayHaveSameResult(a, b)) return false;
  if (!haveSimilarLengths(a.call.args, b.call.args)) return false;
  // What costs less is asked first: words are read once for each call, what a failure says is put together.
  return b.result.kind === 'failure'
    ? hasFailureText(b.result.text) && haveSimilarWords(a, b) && a.result.isSameFailure(b.result)
    : isSameAnswer(a.result, b.result) && haveSimilarWords(a, b);
}

/** Whether of two replacements one says more than the other of what stands around the place: that is how it is found. */
function isWiderMatch(a: StepEffect, b: StepEffect): boolean {
  if (a.kind !== 'replaces' || b.kind !== 'replaces') return false;
  const [x, y] = [a.before.replace(SPACE, ''), b.before.replace(SPACE, '')];
  return x.length !== y.length && (x.includes(y) || y.includes(x));
}
const SPACE = /\s+/g;

/** The call itself was refused, in the same way: whatever it was told, the tool did not even begin. */
function isSameRejection(a: RowCall, b: RowCall): boolean {
  if (!mayHaveSameResult(a, b)) return false;
  const now = readRejection(b);
  if (now === '' || now !== readRejection(a)) return false;
  return (
    now === 'no command' || a.result.isEquivalentTo(b.result) || a.result.isSameFailure(b.result)
  );
}

function isRejected(member: RowCall): boolean {
  return readRejection(member) !== '';
}

function readRejection(member: RowCall): Rejection {
  return (member.rejection ??= classifyRejection(member.result, member.call));
}

function haveSimilarWords(a: RowCall, b: RowCall): boolean {
  a.words ??= toWords(a.call.args);
  b.words ??= toWords(b.call.args);
  return areSimilarCalls(a.words, b.words);
}

/** By the lengths alone: a result may repeat what the call was told, and a little varies. */
function mayHaveSameResult(a: RowCall, b: RowCall): boolean {
  const [x, y] = [a.result.text.length, b.result.text.length];
  const repeated = a.call.args.length + b.call.args.length;
  return Math.abs(x - y) <= LENGTH_TOLERANCE + Math.max(x, y) / 3 + repeated;
}

/** Of different calls: a short answer is the same by chance. */
function isSameAnswer(a: KnownResult, b: KnownResult): boolean {
  return b.kind === 'answer' && b.text.length >= MIN_ANSWER && a.isEquivalentTo(b);
}

/** To fail in two ways by turns is to fail; two things that are read by turns are two. */
function isSameResult(a: KnownResult, b: KnownResult): boolean {
  return a === b || (a.kind === 'failure' && b.kind === 'failure') || a.isEquivalentTo(b);
}

function hasContent({ kind }: KnownResult): boolean {
  return kind === 'failure' || kind === 'answer';
}
