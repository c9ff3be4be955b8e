import type { FindingPlace } from '../../../model/steps/findingPlace';
import { MAX_EVIDENCE, type Step, type StepVerdict } from '../../../model/steps/step';
import { outputLines } from '../../output/outputLines';
import { findExternalCause, readResultStatus } from '../results/findExternalCause';
import { PrintedLines, type PrintedLine } from './printedLines';
import { toQuote } from '../text/toQuote';
import { isDismissed } from '../findings/isSameFinding';
import { toTextPlace } from '../findings/toPlace';
import type { StepWatch } from './stepWatch';
import type { DismissedSource } from '../../../model/steps/finding';

/** Minimum number of meaningful lines and of letters of a block, or of letters alone. */
const MIN_LINES = 3;
const MIN_LETTERS = 60;
const MIN_LETTERS_OF_FEW = 200;
/** Minimum letters and digits of a meaningful line. */
const MIN_LINE_LETTERS = 8;
/** A repetition is reported from two occurrences and half of the limit on. */
const MIN_COUNT = 2;

const LETTERS = /[\p{L}\p{N}]/gu;

/**
 * Creates a watch over the output of an agent without events, each step a block of it: the same
 * lines, apart from volatile text, `limit` times in a row are a loop. Lines without letters, short
 * blocks, external failures and waits do not count. `dismissed` as in `createStepWatch`. Of bounded
 * memory and linear time.
 */
export function createPrintedWatch(limit: number, dismissed?: DismissedSource): StepWatch {
  return new PrintedWatch(limit, dismissed);
}

/** A block that repeats up to the last line. */
interface Repetition {
  readonly count: number;
  readonly message: string;
  /** Numbers of the steps in which the repetitions begin. */
  readonly evidence: readonly number[];
  readonly block: readonly PrintedLine[];
}

class PrintedWatch implements StepWatch {
  /** Printed output contains no calls. */
  readonly refusals = [];
  private readonly lines: PrintedLines;
  private current: StepVerdict | undefined;
  private reported: StepVerdict['level'] | undefined;

  constructor(
    private readonly limit: number,
    private readonly dismissed: DismissedSource | undefined,
  ) {
    this.lines = new PrintedLines(limit);
  }

  get suspicion(): StepVerdict | undefined {
    return this.current;
  }

  observe({ number, thought }: Step): readonly StepVerdict[] {
    let news: StepVerdict | undefined;
    for (const shown of outputLines(thought)) {
      const text = shown.trim();
      const letters = text.match(LETTERS)?.length ?? 0;
      if (letters === 0) continue;
      this.lines.add(text, letters, number);
      this.current = this.toVerdict(number);
      if (this.current === undefined) this.reported = undefined;
      else if (this.reported !== 'stuck' && this.reported !== this.current.level) {
        this.reported = this.current.level;
        if (news?.level !== 'stuck') news = this.current;
      }
    }
    return news === undefined ? [] : [news];
  }

  private toVerdict(step: number): StepVerdict | undefined {
    const found = this.findRepetition();
    if (found === undefined) return undefined;
    const { limit } = this;
    const { block, ...others } = found;
    const level = found.count >= limit ? 'stuck' : 'suspect';
    const verdict: StepVerdict = { step, level, detector: 'repeated text', limit, ...others };
    return this.dismissed === undefined ? verdict : this.withPlaces(verdict, block);
  }

  /** A dismissed finding is like none. */
  private withPlaces(verdict: StepVerdict, block: readonly PrintedLine[]): StepVerdict | undefined {
    const dismissed = this.dismissed?.() ?? [];
    if (dismissed.length === 0 && verdict.level !== 'stuck') return verdict;
    const places = [toBlockPlace(block)];
    if (isDismissed({ detector: verdict.detector, places }, dismissed)) return undefined;
    return verdict.level === 'stuck' ? { ...verdict, places } : verdict;
  }

  /** Finds the repetition of the shortest significant block. */
  private findRepetition(): Repetition | undefined {
    const least = Math.max(MIN_COUNT, Math.ceil(this.limit / 2));
    // A longer block that only repeats an insignificant one is insignificant too.
    let known = 0;
    for (const length of this.lines.repeatedLengths(least)) {
      if (length <= known) continue;
      const block = this.lines.distinctLines(length);
      if (!isSignificant(block)) {
        known = Math.max(known, this.lines.countMatchingLines(length));
        continue;
      }
      const count = this.lines.times(length);
      const evidence = [...new Set(this.lines.startSteps(length))].slice(-MAX_EVIDENCE);
      const what = length === 1 ? 'line' : `${length} lines`;
      const message = `the agent printed the same ${what} ${count} times in a row: ${quoteBlock(block)}`;
      return { count, evidence, message, block };
    }
    return undefined;
  }
}

function isSignificant(block: readonly PrintedLine[]): boolean {
  const sum = block.reduce((all, { letters }) => all + letters, 0);
  const saying = block.filter(({ letters }) => letters >= MIN_LINE_LETTERS).length;
  const isLong = (saying >= MIN_LINES && sum >= MIN_LETTERS) || sum >= MIN_LETTERS_OF_FEW;
  if (!isLong) return false;
  const all = block.map(({ text }) => text).join('\n');
  return (
    findExternalCause(all, 'failure') === undefined &&
    readResultStatus(all, 'failure') !== 'pending'
  );
}

/** A block may be found from any of its lines on. */
function toBlockPlace(block: readonly PrintedLine[]): FindingPlace {
  const lines = block.map(({ text }) => text).toSorted();
  return toTextPlace(lines.join('\n'), 'printed block');
}

function quoteBlock(block: readonly PrintedLine[]): string {
  return toQuote(
    (block.find(({ letters }) => letters >= MIN_LINE_LETTERS) ?? block[0])?.text ?? '',
  );
}
