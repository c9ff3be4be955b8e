import { sumRuns, parseCounts, NO_COUNTS, type RunCounts, type TestProgram } from './testProgram';

const CLOSING =
  /^(?:=+ )?(\d{1,15} [a-z][a-z ]{1,30}(?:, \d{1,15} [a-z][a-z ]{1,30}){0,14}|no tests ran) in \d[\d.]{0,15}(?:s| seconds)(?: \([\d:, a-z]{1,30}\))?(?: =+)?$/;
const WORDS = 'failed passed skipped deselected xfailed xpassed error errors rerun'.split(' ');
const STARTS = /^=+ test session starts =+$/;
const REPORT = /^(?:FAILED|ERROR) (\S.{0,2000})$/;

/**
 * Reads pytest's last line, "== 1 failed, 3 passed in 0.12s ==", or without "=" under -q. Of the lines with "=" after a
 * "test session starts", the last one closes the run; quoted output of tests is ignored. Errors of collection, set-up
 * and clean-up count as errors, expected failures as skipped. Ids as in the short test summary.
 */
export const pytest: TestProgram = {
  source: 'pytest',
  begins: '=0123456789n',
  closes: CLOSING,
  read: (lines) => sumRuns(sessions(lines)),
};

function sessions(lines: readonly string[]): RunCounts[] {
  const runs: RunCounts[] = [];
  let session = new Session(false);
  for (const line of lines) {
    const framed = line.startsWith('=');
    if (framed && STARTS.test(line)) {
      runs.push(...session.runs());
      session = new Session(true);
    }
    session.read(line, framed);
    const counts = closingCounts(line);
    if (counts === undefined || session.takes(counts, framed)) continue;
    runs.push(...session.runs(), { ...counts, ids: session.ids });
    session = new Session(false);
  }
  runs.push(...session.runs());
  return runs;
}

/** A run of pytest with a header (`started`), or the lines outside of such runs. */
class Session {
  readonly #started: boolean;
  /** Inside quoted output of a test, and inside the short test summary. */
  #quoted = false;
  #summary = false;
  #wasQuoted = false;
  #run: RunCounts | undefined;
  /** An unframed closing line in apparently quoted output: it counts if no better one follows. */
  #perhaps: RunCounts | undefined;
  /** Ids of the short test summary. */
  readonly ids: string[] = [];

  constructor(started: boolean) {
    this.#started = started;
  }

  read(line: string, framed: boolean): void {
    this.#wasQuoted = this.#quoted;
    if (framed) this.#summary = line.includes(' short test summary info ');
    if (framed || line.startsWith('____')) this.#quoted = false;
    else if (line.startsWith('--') && line.includes(' Captured ')) this.#quoted = true;
    const report = this.#summary ? REPORT.exec(line)?.[1] : undefined;
    if (report !== undefined) this.ids.push(idOf(report));
  }

  /** Whether the closing line belongs to this session; else it closes a run without a header. */
  takes(counts: RunCounts, framed: boolean): boolean {
    // Without a header (-q) a framed line in quoted output is the test's own.
    if (framed && this.#wasQuoted && !this.#started) this.#quoted = true;
    else if (this.#quoted) this.#perhaps = this.#started ? undefined : counts;
    else if (framed) this.#run = counts;
    // A session with a header ends with a framed line: an unframed one before that is prose.
    else {
      this.#perhaps = undefined;
      return this.#started && this.#run === undefined;
    }
    return true;
  }

  /** The run, if there was one. */
  runs(): RunCounts[] {
    const run = this.#run ?? this.#perhaps;
    return run === undefined ? [] : [{ ...run, ids: this.ids }];
  }
}

function closingCounts(line: string): RunCounts | undefined {
  if (!line.includes(' in ')) return undefined;
  const list = CLOSING.exec(line)?.[1];
  if (list === undefined) return undefined;
  if (list === 'no tests ran') return NO_COUNTS;
  const counts = parseCounts(list, ', ');
  if (!WORDS.some((word) => counts?.has(word))) return undefined;
  const of = (word: string) => counts?.get(word) ?? 0;
  return {
    ...NO_COUNTS,
    passed: of('passed') + of('xpassed'),
    failed: of('failed'),
    errors: of('error') + of('errors'),
    skipped: of('skipped') + of('xfailed'),
  };
}

/** "file::test[a - b] - message" without the message. */
function idOf(report: string): string {
  const bracket = report.indexOf('[');
  const dash = report.indexOf(' - ');
  if (dash < 0) return report;
  const inBrackets = bracket >= 0 && bracket < dash ? report.indexOf('] - ') + 1 : 0;
  return report.slice(0, inBrackets > 0 ? inBrackets : dash);
}
