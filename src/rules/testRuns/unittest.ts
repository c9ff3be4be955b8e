import { sumRuns, parseCounts, toCount, type RunCounts, type TestProgram } from './testProgram';

const RAN = /^Ran (\d{1,15}) tests? in \d[\d.]{0,15}s$/;
const RESULT = /^(?:OK|FAILED|NO TESTS RAN)(?: \((.{1,300})\))?$/;
const RULE = /^-{70}$/;
const HEAD = /^(FAIL|ERROR|UNEXPECTED SUCCESS): (.{1,1000})$/;
/** "test (module.Class.test) (subtest)", before Python 3.11 "test (module.Class)". */
const TEST = /^(\S{1,500}) \((\S{1,500})\)( [([].{0,500})?$/;
const SET_UP = /^(?:setUp|tearDown)(?:Class|Module)$/;

/**
 * Reads the end of Python's unittest (and Django's): a rule, "Ran 5 tests in 0.001s", a blank line, "OK" or "FAILED
 * (failures=1, errors=1)". A test that raises an exception has failed; modules that do not load and broken set-ups are
 * errors. Expected failures are skipped.
 */
export const unittest: TestProgram = {
  source: 'unittest',
  begins: 'R',
  closes: RAN,
  read(lines, closings) {
    const runs: RunCounts[] = [];
    let from = 0;
    for (const at of closings) {
      const result = RESULT.exec(lines[at + 2] ?? '') ?? RESULT.exec(lines[at + 1] ?? '');
      if (result === null || !RULE.test(lines[at - 1] ?? '')) continue;
      const ran = toCount(RAN.exec(lines[at] ?? '')?.[1]);
      const run = countRun(ran, result[1], failures(lines, from, at));
      if (run !== undefined) runs.push(run);
      from = at + 1;
    }
    return sumRuns(runs);
  },
};

interface Failures {
  /** One for each failing test or subtest. */
  readonly tests: readonly string[];
  /** Errors, and the number of them that are included in the count of tests. */
  readonly broken: readonly string[];
  readonly brokenButCounted: number;
  /** Ids of tests without their subtests. */
  readonly distinct: number;
}

function countRun(ran: number, list: string | undefined, found: Failures): RunCounts | undefined {
  const words = list === undefined ? new Map<string, number>() : countedPairs(list);
  if (words === undefined) return undefined;
  const of = (word: string) => words.get(word) ?? 0;
  const skipped = of('skipped') + of('expected failures');
  const unexpected = of('unexpected successes');
  const errors = Math.min(found.broken.length, of('errors'));
  const failed = of('failures') + of('errors') - errors + unexpected;
  const repeated = Math.max(0, found.tests.length - found.distinct);
  const notPassed = failed - repeated + skipped + found.brokenButCounted;
  return {
    passed: Math.max(0, ran - notPassed),
    failed,
    errors,
    skipped,
    ids: [...found.tests, ...found.broken],
  };
}

/** Parses "failures=1, expected failures=2" to counts by word. */
function countedPairs(list: string): ReadonlyMap<string, number> | undefined {
  return parseCounts(
    list
      .split(', ')
      .map((pair) => pair.split('=').reverse().join(' '))
      .join(', '),
    ', ',
  );
}

function failures(lines: readonly string[], from: number, to: number): Failures {
  const tests: string[] = [];
  const broken: string[] = [];
  const distinct = new Set<string>();
  let brokenButCounted = 0;
  for (let i = from + 1; i < to; i++) {
    if (!/^[FEU]/.test(lines[i] ?? '') || !lines[i - 1]?.startsWith('======')) continue;
    const title = HEAD.exec(lines[i] ?? '')?.[2];
    if (title === undefined) continue;
    const [, name, place, subtest] = TEST.exec(title) ?? [];
    if (name === undefined || place === undefined) distinct.add(tests[tests.push(title) - 1] ?? '');
    else if (SET_UP.test(name)) broken.push(`${place}.${name}`);
    else if (place.startsWith('unittest.loader.')) {
      broken.push(name);
      brokenButCounted++;
    } else {
      const id = place.endsWith(`.${name}`) ? place : `${place}.${name}`;
      distinct.add(id);
      tests.push(id + (subtest ?? ''));
    }
  }
  return { tests, broken, brokenButCounted, distinct: distinct.size };
}
