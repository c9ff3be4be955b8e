import { MAX_EVIDENCE, type Step, type StepVerdict } from '../../../model/steps/step';
import { outputLines } from '../../output/outputLines';
import { outsideOf, whatItSays } from '../results/outside';
import { PrintedLines, type PrintedLine } from './printedLines';
import { cut } from '../shown/quote';
import type { StepWatch } from './stepWatch';

/** Lines that a block says something in, at least, and letters and digits that it has; or so many in fewer lines. */
const LEAST_LINES = 3;
const LEAST_LETTERS = 60;
const LEAST_LETTERS_OF_FEW = 200;
/** Letters and digits of a line that says something. */
const SAYING = 8;
/** What happened once is nothing to speak of, nor is what is less than half way to a loop. */
const LEAST_COUNT = 2;

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
  private standing: StepVerdict | undefined;
  private told: StepVerdict['level'] | undefined;

  constructor(private readonly limit: number) {
    this.lines = new PrintedLines(limit);
  }

  get suspicion(): StepVerdict | undefined {
    return this.standing;
  }

  observe({ number, thought }: Step): readonly StepVerdict[] {
    let news: StepVerdict | undefined;
    for (const shown of outputLines(thought)) {
      const text = shown.trim();
      const letters = text.match(LETTERS)?.length ?? 0;
      if (letters === 0) continue;
      this.lines.add(text, letters, number);
      this.standing = this.verdict(number);
      if (this.standing === undefined) this.told = undefined;
      else if (this.told !== 'stuck' && this.told !== this.standing.level) {
        this.told = this.standing.level;
        if (news?.level !== 'stuck') news = this.standing;
      }
    }
    return news === undefined ? [] : [news];
  }

  private verdict(step: number): StepVerdict | undefined {
    const found = this.repetition();
    if (found === undefined) return undefined;
    const { limit } = this;
    const level = found.count >= limit ? 'stuck' : 'suspect';
    return { step, level, detector: 'repeated text', limit, ...found };
  }

  /** That of the shortest block that counts. */
  private repetition(): Repetition | undefined {
    const least = Math.max(LEAST_COUNT, Math.ceil(this.limit / 2));
    // A longer block that only holds one that does not count several times does not count either.
    let known = 0;
    for (const length of this.lines.repeatedLengths(least)) {
      if (length <= known) continue;
      const block = this.lines.different(length);
      if (!counts(block)) {
        known = Math.max(known, this.lines.span(length));
        continue;
      }
      const count = this.lines.times(length);
      const evidence = [...new Set(this.lines.begunIn(length))].slice(-MAX_EVIDENCE);
      const what = length === 1 ? 'line' : `${length} lines`;
      const message = `the agent printed the same ${what} ${count} times in a row: ${quoteOf(block)}`;
      return { count, evidence, message };
    }
    return undefined;
  }
}

function counts(block: readonly PrintedLine[]): boolean {
  const sum = block.reduce((all, { letters }) => all + letters, 0);
  const saying = block.filter(({ letters }) => letters >= SAYING).length;
  const isLong = (saying >= LEAST_LINES && sum >= LEAST_LETTERS) || sum >= LEAST_LETTERS_OF_FEW;
  if (!isLong) return false;
  const all = block.map(({ text }) => text).join('\n');
  return outsideOf(all, 'failure') === undefined && whatItSays(all, 'failure') !== 'pending';
}

function quoteOf(block: readonly PrintedLine[]): string {
  return cut((block.find(({ letters }) => letters >= SAYING) ?? block[0])?.text ?? '');
}
