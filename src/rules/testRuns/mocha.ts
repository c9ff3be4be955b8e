import { sumRuns, toCount, type RunCounts, type TestProgram } from './testProgram';

const PASSING = /^ {2}(\d{1,15}) passing \(\d{1,9}(?:ms|[smhd])\)$/;
const BROKEN = /^(?: ?Exception during run: |✖ ERROR: )/;
const OTHERS = /^ {2}(\d{1,15}) (pending|failing)$/;
const TITLE = /^ {2}(\d{1,15})\) (.{1,1000})$/;
const HOOK = /"(?:before|after) (?:all|each)" hook\b/;

/**
 * Reads the epilogue of mocha's reporters: "  3 passing (12ms)", "  1 pending", "  2 failing", then the numbered
 * failures. A broken hook is an error. Each epilogue is a run.
 */
export const mocha: TestProgram = {
  source: 'mocha',
  begins: '0123456789E✖',
  closes: new RegExp(`${PASSING.source}|${BROKEN.source}`),
  read: (lines, closings) => sumRuns(closings.map((at) => readEpilogue(lines, at))),
};

function readEpilogue(lines: readonly string[], at: number): RunCounts {
  const passed = PASSING.exec(lines[at] ?? '')?.[1];
  if (passed === undefined) return { passed: 0, failed: 0, errors: 1, skipped: 0, ids: [] };
  const others = { pending: 0, failing: 0 };
  let next = at + 1;
  for (; next <= at + 2; next++) {
    const [, digits, word] = OTHERS.exec(lines[next] ?? '') ?? [];
    if (digits === undefined) break;
    others[word === 'pending' ? 'pending' : 'failing'] = Number(digits);
  }
  const ids = failures(lines, next, others.failing);
  const hooks = Math.min(ids.filter((id) => HOOK.test(id)).length, others.failing);
  return {
    passed: toCount(passed),
    failed: others.failing - hooks,
    errors: hooks,
    skipped: others.pending,
    ids,
  };
}

/** Full titles of the numbered failures from line `from` on, up to number `count` or the next epilogue. */
function failures(lines: readonly string[], from: number, count: number): string[] {
  const ids: string[] = [];
  for (let i = from; i < lines.length && ids.length < count; i++) {
    const line = lines[i] ?? '';
    if (!line.startsWith('  ') || PASSING.test(line)) {
      if (PASSING.test(line)) break;
      continue;
    }
    const [, number, title] = TITLE.exec(line) ?? [];
    if (title !== undefined && Number(number) === ids.length + 1) {
      ids.push(fullTitle(title, lines, i + 1));
    }
  }
  return ids;
}

/** Joins a failure's title: one line per suite, each indented by two more blanks, the last ending with a colon. */
function fullTitle(first: string, lines: readonly string[], from: number): string {
  const parts = [first];
  for (let i = from, depth = 7; depth < 60; i++, depth += 2) {
    const line = lines[i] ?? '';
    if (line.search(/\S/) !== depth) break;
    parts.push(line.slice(depth));
  }
  return parts.join(' ').replace(/:$/, '');
}
