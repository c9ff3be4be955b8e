import { batchOf, isTextOrPlan, type KnownResult, type ObservedStep } from '../calls/observedStep';
import { toTextPlace } from '../findings/toPlace';
import { isHeading } from '../lines/isHeading';
import { ShownLines } from '../lines/shownLines';
import type { Shown } from '../lines/summariseShown';
import { quoteLine } from '../shown/quoteWords';
import type { Growth, StepDetector } from './stepDetector';

/** Number of steps with news that do not break the pattern, and what each of them adds to it. */
const MAX_NEWS = 1;
const STEPS_PER_NEWS = 2;
/** Number of steps that must show something at least for the third time, and of new calls. */
const [MIN_THIRD, MIN_NEW_CALLS] = [2, 2];
/** Number of steps that are likely without news, among the newest, for parts to be searched. */
const MIN_FOR_PARTS = 3;
const NEWEST_FOR_PARTS = 5;
/** Minimum letters and digits of a known result: a short answer to a new question is news. */
const MIN_WEIGHT = { reads: 10, looks: 16 } as const;

/** What is known of a look besides its lines; its properties are computed on first use. */
type Answer = Pick<ObservedStep, 'novelty' | 'followsWait' | 'hasMoved' | 'result' | 'call'>;

interface Look {
  readonly number: number;
  readonly batch: number;
  /** Number of its result in `ShownLines`. */
  readonly result: number;
  /** Whether its lines were searched as parts of earlier lines. */
  parts: 'unknown' | 'likely' | 'searched';
  readonly answer: Answer;
  /** Undefined for news. */
  shown: Shown | undefined;
}

/**
 * Detects steps in a row that show only lines that were shown before, by whatever call: as a whole,
 * with other line numbers around them, or as parts of a line. One step with news in between costs
 * two more. A change, an action or a wait ends the row.
 */
export function detectNothingNew(limit: number): StepDetector {
  const lines = new ShownLines();
  let row: Look[] = [];

  /** Ends the row; a change also makes what it changed worth reading again. */
  function endRow({ call: { effect }, isNewChange }: ObservedStep): void {
    if (row.length > 0) row = [];
    if (!isNewChange) return;
    if (effect.kind !== 'edits' || effect.rest !== undefined) lines.forgetAll();
    else for (const { path } of effect.edits) lines.forgetFile(path);
  }

  function addLook(observed: ObservedStep): Look {
    const { novelty, followsWait, hasMoved, result, call, step } = observed;
    const isKnown = isOld(observed);
    const added = isKnown ? toShown(result) : lines.add(observed);
    const answer = { novelty, followsWait, result, call, hasMoved };
    const [number, batch] = [step.number, batchOf(observed)];
    const shown = added === 'mostly' ? undefined : withoutAnswers(added, answer);
    const parts = added === 'mostly' ? 'likely' : isKnown ? 'searched' : 'unknown';
    const look: Look = { number, batch, result: lines.newest, answer, shown, parts };
    // Calls of a batch did not know each other's results: they are one look.
    const last = row.at(-1);
    if (last?.batch !== look.batch) row.push(look);
    else if (!isLikelyOld(look)) row[row.length - 1] = look;
    if (row.length > limit + MAX_NEWS + STEPS_PER_NEWS) row.shift();
    return look;
  }

  /** Searches the lines of a look as parts of earlier lines, once. */
  function searchParts(look: Look): void {
    if (look.shown !== undefined || look.parts === 'searched') return;
    look.parts = 'searched';
    look.shown = withoutAnswers(lines.findParts(look.result), look.answer);
  }

  return {
    name: 'nothing new',
    observe(observed) {
      if (isTextOrPlan(observed)) return undefined;
      const { kind } = observed.call.effect;
      if (kind !== 'reads' && kind !== 'looks') {
        endRow(observed);
        return undefined;
      }
      // A known failure shows no content; other detectors count it.
      if (isOld(observed) && observed.result.kind === 'failure') return undefined;
      const look = addLook(observed);
      const newest = row.slice(-NEWEST_FOR_PARTS);
      if (newest.filter(isLikelyOld).length >= MIN_FOR_PARTS) row.forEach(searchParts);
      return look.shown === undefined ? undefined : toGrowth(row, limit);
    },
  };
}

/** Whether a call gives the same result again since the last new change. */
function isOld({ novelty, result }: ObservedStep): boolean {
  return novelty === '' && result.countSinceChange > 1;
}

function isLikelyOld({ shown, parts }: Look): boolean {
  return shown !== undefined || parts === 'likely';
}

/** What a call shows that gives a known result again, apart from volatile text. */
function toShown({ countSinceChange, text }: KnownResult): Shown {
  let line = '';
  for (const each of text.split('\n'))
    if (each.length > line.length && !isHeading(each.trim())) line = each;
  return { times: countSinceChange - 1, line, weight: Infinity, isContent: true };
}

/** Undefined if what was shown is the answer to a new question, or tells how something stands now. */
function withoutAnswers(
  shown: Shown | undefined,
  { novelty, followsWait, result, call, hasMoved }: Answer,
): Shown | undefined {
  if (shown === undefined || hasMoved || followsWait || result.status === 'pending')
    return undefined;
  if (novelty === '') return shown;
  if (!shown.isContent || result.kind === 'failure') return undefined;
  const isCheck = call.effect.kind !== 'reads';
  if (isCheck && (result.status === 'passed' || result.kind === 'done')) return undefined;
  return shown.weight < (isCheck ? MIN_WEIGHT.looks : MIN_WEIGHT.reads) ? undefined : shown;
}

function toGrowth(row: readonly Look[], limit: number): Growth | undefined {
  const old = row.filter(({ shown }) => shown !== undefined);
  const inRow = row.slice(row.findLastIndex(({ shown }) => shown === undefined) + 1);
  const isInterrupted =
    row.length - old.length <= MAX_NEWS && old.length - STEPS_PER_NEWS > inRow.length;
  const looks = isInterrupted ? old : inRow;
  const third = looks.filter(({ shown }) => (shown?.times ?? 0) >= 2);
  if (third.length < MIN_THIRD) return undefined;
  // The same calls again are reported as a cycle.
  if (looks.filter(({ answer }) => answer.novelty !== '').length < MIN_NEW_CALLS) return undefined;
  const stays = third.reduce((best, each) =>
    (each.shown?.times ?? 0) > (best.shown?.times ?? 0) ? each : best,
  );
  const steps = looks.map(({ number }) => number);
  const { line = '', times = 0 } = stays.shown ?? {};
  const [count, last] = [steps.length, looks.at(-1)?.answer.call];
  const among = isInterrupted ? `${count} of ${row.length} calls` : `${count} calls in a row`;
  return {
    ...{ count: isInterrupted ? count - STEPS_PER_NEWS : count, limit },
    evidence: () => steps,
    places: () => [toTextPlace(line, 'shown again')],
    message: () =>
      `${among}, the last one ${last?.name ?? ''}, showed only lines that had been shown before; this one was shown ${times + 1} times in all: ${quoteLine(line)}`,
  };
}
