import { addUp, countedWords, NO_COUNTS, type RunCounts, type TestProgram } from './testProgram';

const CLOSING =
  /^(?:=+ )?(\d{1,15} [a-z][a-z ]{1,30}(?:, \d{1,15} [a-z][a-z ]{1,30}){0,14}|no tests ran) in \d[\d.]{0,15}(?:s| seconds)(?: \([\d:, a-z]{1,30}\))?(?: =+)?$/;
const WORDS = 'failed passed skipped deselected xfailed xpassed error errors rerun'.split(' ');
const STARTS = /^=+ test session starts =+$/;
const REPORT = /^(?:FAILED|ERROR) (\S.{0,2000})$/;

/**
 * The last line of pytest, "== 1 failed, 3 passed in 0.12s ==", or without "=" under -q. Of the
 * lines with "=" after one "test session starts" the last is the run's; output of the tests that
 * pytest quotes is passed over. An error is something that could not run: collection, set-up, clean-up.
 * Expected failures are skipped. Ids as in the short test summary.
 */
export const pytest: TestProgram = {
  source: 'pytest',
  begins: '=0123456789n',
  closes: CLOSING,
  read: (lines) => addUp(sessions(lines)),
};

/** One run of pytest while it is read. */
interface Session {
  started: boolean;
  run?: RunCounts;
  /** A bare closing line in what seemed quoted: it counts when nothing better follows. */
  perhaps?: RunCounts;
  ids: string[];
}

function sessions(lines: readonly string[]): RunCounts[] {
  const runs: RunCounts[] = [];
  let session: Session = { started: false, ids: [] };
  // Inside output of a test that pytest quotes, and inside its short test summary.
  let quoted = false;
  let summary = false;
  const end = () => {
    const run = session.run ?? session.perhaps;
    if (run !== undefined) runs.push(run);
  };
  for (const line of lines) {
    const framed = line.startsWith('=');
    // Without a header (-q) a framed line in quoted output is the test's own.
    const inQuotes = quoted && !session.started;
    if (framed) summary = line.includes(' short test summary info ');
    if (framed || line.startsWith('____')) quoted = false;
    else if (line.startsWith('--') && line.includes(' Captured ')) quoted = true;
    if (framed && STARTS.test(line)) {
      end();
      session = { started: true, ids: [] };
    }
    const report = summary && !quoted ? REPORT.exec(line)?.[1] : undefined;
    if (report !== undefined) session.ids.push(idOf(report));
    const counts = closingCounts(line);
    if (counts === undefined) continue;
    if (framed && inQuotes) quoted = true;
    else if (quoted) {
      if (!session.started) session.perhaps = { ...counts, ids: session.ids };
    } else if (framed) session.run = { ...counts, ids: session.ids };
    // A session that has printed its header ends with a framed line: a bare one before that is prose.
    else if (!session.started || session.run !== undefined) {
      if (session.run !== undefined) end();
      runs.push({ ...counts, ids: session.run === undefined ? session.ids : [] });
      session = { started: false, ids: [] };
    }
  }
  end();
  return runs;
}

function closingCounts(line: string): RunCounts | undefined {
  if (!line.includes(' in ')) return undefined;
  const list = CLOSING.exec(line)?.[1];
  if (list === undefined) return undefined;
  if (list === 'no tests ran') return NO_COUNTS;
  const counts = countedWords(list, ', ');
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
