import { MAX_EVIDENCE } from '../../../model/steps/step';
import { areSimilarCalls, compareWords, haveSimilarLengths } from '../text/areSimilarCalls';
import { isChange, type StepEffect } from '../effects/stepEffect';
import { classifyRejection, type Rejection } from '../refusals/classifyRejection';
import { isSizeSearch } from '../refusals/isSizeSearch';
import { isSpecificReason } from '../results/isSpecificReason';
import { hasFailureText } from '../results/classifyResult';
import {
  isTextOrPlan,
  mayHaveChangedState,
  batchOf,
  type KnownCall,
  type KnownResult,
  type ObservedStep,
} from '../calls/observedStep';
import { toSimilarPlace } from '../findings/toPlace';
import type { StepDetector } from './stepDetector';
import { adjustLimit } from './adjustLimit';
import { describeSame, sayOutcome } from './sayOutcome';
import { nameOtherItems } from '../text/numberedItems';
import { toQuote } from '../text/toQuote';
import type { Words } from '../text/toWords';

/** Maximum distance in calls to the repeated one, so that two alternating attempts are found. */
const MAX_DISTANCE = 2;
/** Tolerance in length of equal results, in characters, plus a third. */
const LENGTH_TOLERANCE = 100;
/** Factor for calls that are all different but get the same answer. */
const BATCH_FACTOR = 2;
/** Number of words from which a call has too much in common with another to try a way. */
const MAX_PROBE_WORDS = 24;
/** Minimum length of an answer that two different calls do not give by chance. */
const MIN_ANSWER = 80;

interface RowCall {
  readonly number: number;
  readonly batch: number;
  readonly call: KnownCall;
  readonly result: KnownResult;
  /** Words of the call, once they were compared with those of another. */
  words?: Words;
  rejection?: Rejection;
  /** Number of the earlier similar step with the same result. */
  sameAs?: number;
  /** Number of the first step of its group. */
  group: number;
}

/**
 * Detects calls of one tool in a row with similar arguments and the same result, or with the same
 * rejection regardless of arguments. Results that only report success do not count: that is batch
 * work.
 */
export function detectSimilarCalls(limit: number): StepDetector {
  let row: RowCall[] = [];
  /** Failed calls of the previous tool, as long as only reading follows. */
  let failed: RowCall[] = [];
  let newInRow = 0;
  /** Number of the newest repeated step with another result: it may have changed something. */
  let lastEffective = -1;
  /** Number of the newest step with a new call that shows something. */
  let lastNew = -1;

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
      if (bringsNews(observed)) lastNew = number;
      const twin = findNewestTwin(row, member, (each) =>
        // A known answer between new calls is looked up again, such as a list to go through.
        each.result.kind === 'failure' ? lastEffective : Math.max(lastEffective, lastNew),
      );
      // A batch of calls is one attempt: its calls did not know each other's results.
      if (twin !== undefined && twin.batch !== member.batch) member.sameAs = twin.number;
      if (twin !== undefined) member.group = twin.group;
      row.push(member);
      if (twin === undefined) {
        // Enough new results in a row break the pattern.
        newInRow += 1;
        while (row.length > (newInRow >= MAX_DISTANCE ? MAX_DISTANCE : MAX_EVIDENCE)) row.shift();
        return undefined;
      }
      newInRow = 0;
      if (row.length > MAX_EVIDENCE) row.shift();
      const again = row.filter((each) => each.sameAs !== undefined && isSameGroup(each, member));
      // The identical call is reported by `repeated call`.
      if (again.every((each) => each.call === call && followsItsTwin(each, row))) return undefined;
      const steps = again.flatMap(({ number, sameAs = number }) => [sameAs, number]);
      const count = 1 + again.length;
      if (count < 2) return undefined;
      const most = adjustLimit(observed, limit);
      const isBatch = isBatchWork(again) || isProbing(again, member);
      const searches = isSearching(
        row.filter((each) => steps.includes(each.number)),
        member,
      );
      return {
        count,
        limit: searches ? BATCH_FACTOR * most + 1 : most * (isBatch ? BATCH_FACTOR : 1),
        evidence: () => [...new Set(steps)].toSorted((a, b) => a - b),
        places: () => [toSimilarPlace(call, result, isRejected(member))],
        message: () =>
          describeCalls(
            row.filter((each) => steps.includes(each.number)),
            { member, count: new Set(steps).size },
          ),
      };
    },
  };
}

/** Says what the proving calls have in common, and names the last one. */
function describeCalls(
  proof: readonly RowCall[],
  { member: { call, result }, count }: { readonly member: RowCall; readonly count: number },
): string {
  const said = sayOutcome(call, result);
  if (proof.every((each) => each.call === call))
    return `${call.name} ${describeSame(result)} ${count} times, with other calls in between${said}`;
  if (proof.every(isRejected))
    return `${count} calls of \`${toQuote(call.tool)}\` were rejected in the same way, the last one ${call.name}${said}`;
  return `${count} nearly identical calls ${describeSame(result)}, the last one ${call.name}${said}`;
}

/** Whether all calls differ and are answered, as when paging or querying many items. */
function isBatchWork(again: readonly RowCall[]): boolean {
  const calls = new Set(again.map(({ call }) => call));
  return calls.size === again.length && again.every(({ result }) => result.kind === 'answer');
}

/**
 * Whether short calls that differ in names got a refusal that does not say what is wrong, as when
 * trying the ways to log in.
 */
function isProbing(again: readonly RowCall[], member: RowCall): boolean {
  const { call, result, words } = member;
  if (result.kind !== 'failure' || call.effect.kind !== 'looks' || isRejected(member)) return false;
  if (words === undefined || words.count >= MAX_PROBE_WORDS) return false;
  if (again.some((each) => each !== member && each.call === call)) return false;
  const before = again.at(-2)?.words;
  if (before !== undefined && compareWords(before, words).onlyNumbers) return false;
  return !isSpecificReason(result.reason, call.args);
}

/** Whether failed calls look for a size that is accepted. */
function isSearching(proof: readonly RowCall[], { call, result }: RowCall): boolean {
  if (result.kind !== 'failure' || proof.every((each) => each.call === call)) return false;
  return isSizeSearch(
    proof.map((each) => each.call.args),
    result.reason,
  );
}

/** Whether an action failed; a search without matches does not count. */
function isFailedAction({ call, result }: RowCall): boolean {
  return call.effect.kind !== 'reads' && result.kind === 'failure';
}

/** Whether a call directly follows the one that it repeats. */
function followsItsTwin(member: RowCall, row: readonly RowCall[]): boolean {
  const at = row.indexOf(member);
  return at === 0 || row[at - 1]?.number === member.sameAs;
}

/** Whether two calls belong together; alternating attempts at two things are counted separately. */
function isSameGroup(a: RowCall, b: RowCall): boolean {
  if (a.group === b.group || isSameRejection(a, b)) return true;
  return haveSimilarWords(a, b) && isSameResult(a.result, b.result);
}

/** Whether a step shows something new; a silent attempt to change something does not. */
function bringsNews({ novelty, call, result }: ObservedStep): boolean {
  // What is read again and differs goes on, such as a value that is measured.
  if (call.effect.kind === 'reads') return novelty !== '';
  return novelty === 'call' && !isChange(call.effect) && result.kind === 'answer';
}

/**
 * Finds the newest of the last `MAX_DISTANCE` calls that the given one repeats; the same call only
 * if it was made after the newest news.
 */
function findNewestTwin(
  row: readonly RowCall[],
  member: RowCall,
  findLastNews: (each: RowCall) => number,
): RowCall | undefined {
  for (let at = row.length - 1; at >= Math.max(0, row.length - MAX_DISTANCE); at -= 1) {
    const each = row[at];
    if (each === undefined) continue;
    if (each.call === member.call && each.number < findLastNews(each)) continue;
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
  // Cheapest checks first.
  const isSame =
    b.result.kind === 'failure'
      ? hasFailureText(b.result.text) && haveSimilarWords(a, b) && a.result.isSameFailure(b.result)
      : isSameAnswer(a.result, b.result) && haveSimilarWords(a, b);
  return isSame && !nameOtherItems(a.call.items, b.call.items);
}

/** Whether one of two replacements only contains more context, to make its place unique. */
function isWiderMatch(a: StepEffect, b: StepEffect): boolean {
  const [x, y] = [readReplaced(a), readReplaced(b)];
  return x.length !== y.length && x !== '' && y !== '' && (x.includes(y) || y.includes(x));
}

/** The text that a single edit replaces, without white space; '' if there is none. */
function readReplaced(effect: StepEffect): string {
  const [edit, ...more] = effect.kind === 'edits' ? effect.edits : [];
  return edit === undefined || more.length > 0 ? '' : edit.before.replace(SPACE, '');
}
const SPACE = /\s+/g;

/** Whether both calls were rejected in the same way, regardless of arguments. */
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
  a.words = a.call.words;
  b.words = b.call.words;
  return areSimilarCalls(a.words, b.words);
}

/** Cheap pre-check by length: a result may repeat arguments and contain volatile text. */
function mayHaveSameResult(a: RowCall, b: RowCall): boolean {
  const [x, y] = [a.result.text.length, b.result.text.length];
  const repeated = a.call.args.length + b.call.args.length;
  return Math.abs(x - y) <= LENGTH_TOLERANCE + Math.max(x, y) / 3 + repeated;
}

/** Whether different calls got the same answer; short answers match by chance. */
function isSameAnswer(a: KnownResult, b: KnownResult): boolean {
  return b.kind === 'answer' && b.text.length >= MIN_ANSWER && a.isEquivalentTo(b);
}

/** Whether two results count as the same: two failures do, even if they differ. */
function isSameResult(a: KnownResult, b: KnownResult): boolean {
  return a === b || (a.kind === 'failure' && b.kind === 'failure') || a.isEquivalentTo(b);
}

function hasContent({ kind }: KnownResult): boolean {
  return kind === 'failure' || kind === 'answer';
}
