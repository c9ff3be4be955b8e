import { MAX_EVIDENCE, type Step, type StepVerdict } from '../../../model/steps/step';
import { outputLines } from '../../output/outputLines';
import { findExternalCause, readResultStatus } from '../results/findExternalCause';
import { PrintedLines, type PrintedLine } from './printedLines';
import { toQuote } from '../shown/toQuote';
import type { StepWatch } from './stepWatch';

/** Lines that a block says something in, at least, and letters and digits that it has; or so many in fewer lines. */
const MIN_LINES = 3;
const MIN_LETTERS = 60;
const MIN_LETTERS_OF_FEW = 200;
/** Letters and digits of a line that says something. */
const MIN_LINE_LETTERS = 8;
/** What happened once is nothing to speak of, nor is what is less than half way to a loop. */
const MIN_COUNT = 2;

const LETTERS = /[\p{L}\p{N}]/gu;

/**
 * Looks at what an agent without events prints, each step a block of it: the same lines, as they are masked in
 * results, `limit` times in a row are a loop. Lines without a letter (blank ones, brackets, rules) are passed
 * over. Short blocks never count, nor do failures from outside and what is waited for. Of bounded memory; its
 * time grows with the length of the text alone.
 */
export function createPrintedWatch(limit: number): StepWatch {
  return new PrintedWatch(limit);
}

/** The same lines, again and again, up to the last line. */
interface Repetition {
  readonly count: number;
  readonly message: string;
  /** Numbers of the steps in which it begins each time. */
  readonly evidence: readonly number[];
}

class PrintedWatch implements StepWatch {
  /** What is printed does not tell of calls. */
  readonly refusals = [];
  private readonly lines: PrintedLines;
  private current: StepVerdict | undefined;
  private reported: StepVerdict['level'] | undefined;

  constructor(private readonly limit: number) {
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
    const level = found.count >= limit ? 'stuck' : 'suspect';
    return { step, level, detector: 'repeated text', limit, ...found };
  }

  /** That of the shortest block that counts. */
  private findRepetition(): Repetition | undefined {
    const least = Math.max(MIN_COUNT, Math.ceil(this.limit / 2));
    // A longer block that only holds one that does not count several times does not count either.
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
      return { count, evidence, message };
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

function quoteBlock(block: readonly PrintedLine[]): string {
  return toQuote(
    (block.find(({ letters }) => letters >= MIN_LINE_LETTERS) ?? block[0])?.text ?? '',
  );
}
