import { MAX_FAILING_TESTS, type TestRun } from '../../model/verification/testRun';
import { cargoTest } from './cargoTest';
import { goTest } from './goTest';
import { gradle } from './gradle';
import { jest } from './jest';
import { maven } from './maven';
import { mocha } from './mocha';
import { nodeTest } from './nodeTest';
import { splitPrefixedStreams } from '../output/prefixedLines';
import { pytest } from './pytest';
import { tap } from './tap';
import { sumRuns, type RunCounts, type TestProgram } from './testProgram';
import { unittest } from './unittest';
import { vitest } from './vitest';

const PROGRAMS: readonly TestProgram[] = [
  mocha,
  jest,
  vitest,
  nodeTest,
  tap,
  pytest,
  unittest,
  goTest,
  cargoTest,
  maven,
  gradle,
];

/** Maximum number of nested prefixes that are removed: "shop-1  | cart:test: …". */
const MAX_PREFIXES = 2;

/**
 * Maximum number of closing lines of one program in an output, under all prefixes; a program with more is not a test
 * program.
 */
const MAX_CLOSINGS = 20_000;

/** The shortest closing line is TAP's plan, "1..0". */
const MIN_LENGTH = 4;
/** Maximum length of a closing line; patterns overflow the stack on lines of megabytes. */
const MAX_LENGTH = 10_000;

/** Maximum indentation of a closing line, in blanks; vitest has the largest. */
const MAX_INDENT = 12;

/** Programs by the first character of their closing lines. */
const BY_CHARACTER = new Map<number, TestProgram[]>();
for (const program of PROGRAMS) {
  for (const character of program.begins) {
    const code = character.charCodeAt(0);
    BY_CHARACTER.set(code, [...(BY_CHARACTER.get(code) ?? []), program]);
  }
}

/**
 * Reads the closing lines of test programs in lines from `outputLines`. Sums several runs in one output, also those
 * after prefixes. Undefined if no program is recognised. Never throws; takes time linear in the length of the lines.
 */
export function readClosingLines(lines: readonly string[]): TestRun | undefined {
  const closings = new Map<TestProgram, number>();
  const found = readPrograms(lines, MAX_PREFIXES, closings).filter(
    ({ program }) => (closings.get(program) ?? 0) <= MAX_CLOSINGS,
  );
  const sum = sumRuns(found.map(({ counts }) => counts));
  if (sum === undefined) return undefined;
  const { ids, ...counts } = sum;
  return {
    source: [...new Set(found.map(({ program }) => program.source))].join(', '),
    ...counts,
    failingTests: [...new Set(ids)].sort().slice(0, MAX_FAILING_TESTS),
  };
}

interface Found {
  readonly program: TestProgram;
  readonly counts: RunCounts;
}

/** `seen`: number of closing lines of each program in the whole output so far. */
function readPrograms(
  lines: readonly string[],
  prefixes: number,
  seen: Map<TestProgram, number>,
): Found[] {
  const closings = closingsOf(lines);
  const found: Found[] = [];
  for (const program of PROGRAMS) {
    const own = closings.get(program);
    if (own === undefined) continue;
    const all = (seen.get(program) ?? 0) + own.length;
    seen.set(program, all);
    if (all > MAX_CLOSINGS) continue;
    const counts = program.read(lines, own);
    if (counts !== undefined) found.push({ program, counts });
  }
  if (prefixes === 0) return found;
  for (const stream of splitPrefixedStreams(lines)) {
    found.push(...readPrograms(stream, prefixes - 1, seen));
  }
  return found;
}

function closingsOf(lines: readonly string[]): ReadonlyMap<TestProgram, readonly number[]> {
  const closings = new Map<TestProgram, number[]>();
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.length < MIN_LENGTH || line.length > MAX_LENGTH) continue;
    let first = 0;
    while (first < MAX_INDENT && line.charCodeAt(first) === 32) first++;
    const candidates = BY_CHARACTER.get(line.charCodeAt(first));
    if (candidates === undefined) continue;
    for (const program of candidates) {
      if (!program.closes.test(line)) continue;
      const own = closings.get(program);
      if (own === undefined) closings.set(program, [at]);
      else if (own.length <= MAX_CLOSINGS) own.push(at);
    }
  }
  return closings;
}
