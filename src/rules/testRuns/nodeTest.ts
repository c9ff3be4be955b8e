import { parseTapDocuments, type TapDocument } from './parseTapDocuments';
import { sumRuns, type RunCounts, type TestProgram } from './testProgram';

const TOTAL = /^(?:ℹ|#) (tests|suites|pass|fail|cancelled|skipped|todo) (\d{1,15})$/;
const NAME = /^✖ (.{1,1000}?)(?: \(\d[\d.]{0,20}ms\))?( # TODO.{0,1000})?$/;
const PLACE = /^test at (.{1,1000}?):\d{1,9}:\d{1,9}$/;

/**
 * Reads the totals of node:test, of its spec reporter ("ℹ tests 5") and of TAP ("# tests 5"); ignores inconsistent
 * totals. A broken file counts there as a failed test, here as an error. Cancelled tests (timeouts) have failed; a
 * failing TODO has not.
 */
export const nodeTest: TestProgram = {
  source: 'node:test',
  begins: 'ℹ#',
  // No other program that prints TAP counts cancelled tests.
  closes: /^(?:ℹ|#) cancelled \d{1,15}$/,
  read(lines, closings) {
    const documents = closings.some((at) => lines[at]?.startsWith('#'))
      ? parseTapDocuments(lines)
      : [];
    const runs: RunCounts[] = [];
    let document = 0;
    closings.forEach((at, index) => {
      while ((documents[document]?.to ?? at) < at) document++;
      const next = closings[index + 1] ?? lines.length;
      const run = readTotals(lines, at, next, documents[document]);
      if (run !== undefined) runs.push(run);
    });
    return sumRuns(runs);
  },
};

function readTotals(
  lines: readonly string[],
  at: number,
  next: number,
  document: TapDocument | undefined,
): RunCounts | undefined {
  const bullet = lines[at]?.[0] ?? '';
  const totals = new Map<string, number>();
  for (let i = Math.max(0, at - 4); i <= at + 2; i++) {
    const [, word, digits] = TOTAL.exec(lines[i] ?? '') ?? [];
    if (word !== undefined && lines[i]?.startsWith(bullet)) totals.set(word, Number(digits));
  }
  const of = (word: string) => totals.get(word) ?? 0;
  const failing = of('fail') + of('cancelled');
  const skipped = of('skipped') + of('todo');
  if (!totals.has('fail') || of('pass') + failing + skipped !== of('tests')) return undefined;
  const { tests, files } =
    bullet === '#' ? (document?.failures ?? { tests: [], files: [] }) : failures(lines, at, next);
  const errors = Math.min(new Set(files).size, failing);
  return {
    passed: of('pass'),
    failed: failing - errors,
    errors,
    skipped,
    ids: [...tests, ...files],
  };
}

/** Reads the list below "✖ failing tests:" after the totals: each with "test at file:line:column" and its name. */
function failures(
  lines: readonly string[],
  from: number,
  to: number,
): { tests: string[]; files: string[] } {
  const tests: string[] = [];
  const files: string[] = [];
  let place: string | undefined;
  for (let i = from; i < to; i++) {
    const line = lines[i] ?? '';
    if (line.startsWith('test at ')) place = PLACE.exec(line)?.[1];
    else if (place !== undefined && line.startsWith('✖ ')) {
      const [, name, todo] = NAME.exec(line) ?? [];
      if (name !== undefined && todo === undefined) {
        if (name.endsWith(place)) files.push(place);
        else tests.push(`${place} > ${name}`);
      }
      place = undefined;
    }
  }
  return { tests, files };
}
