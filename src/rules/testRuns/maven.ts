import { sumRuns, NO_COUNTS, toCount, type RunCounts, type TestProgram } from './testProgram';

const TOTAL =
  /^(?:\[(?:INFO|WARNING|ERROR)\] )?Tests run: (\d{1,15}), Failures: (\d{1,15}), Errors: (\d{1,15}), Skipped: (\d{1,15})(?:, Flakes: \d{1,15})?$/;
const RESULTS = /^(?:\[(?:INFO|WARNING|ERROR)\] )?Results ?:$/;
/** Heading below "Results:", which -q omits. */
const FAILURES = /^\[ERROR\] (?:Failures|Errors): ?$/;
/** Before "Time elapsed: 0.01 s <<< FAILURE!": "dev.shop.CartTest.sums -- ", older "sums(dev.shop.CartTest)  ". */
const BROKEN = /^(?:\[ERROR\] )?([\w$.]{1,500})(?:\(([\w$.]{1,500})\))?(?:[ ({[]|$)/;
const UNCOMPILED =
  /^\[ERROR\] Failed to execute goal \S{0,100}maven-compiler-plugin.{1,200} on project (\S{1,200}): Compilation failure/;

/**
 * Reads the totals of Maven Surefire and Failsafe below "Results:", one for each module; ignores the lines for each
 * class. A test that throws has failed; a class with a broken set-up and a module that does not compile are errors.
 */
export const maven: TestProgram = {
  source: 'Maven',
  begins: '[T',
  closes: new RegExp(`${TOTAL.source}|${UNCOMPILED.source}`),
  read: (lines) => sumRuns(totals(lines)),
};

function totals(lines: readonly string[]): RunCounts[] {
  const runs: RunCounts[] = [];
  const uncompiled = new Set<string>();
  let open = 0;
  let broken: string[] = [];
  for (const line of lines) {
    if (line.endsWith('!') && line.includes(' <<< ')) {
      const elapsed = line.indexOf('Time elapsed: ');
      const [, name, type] = elapsed < 0 ? [] : (BROKEN.exec(line.slice(0, elapsed)) ?? []);
      if (name !== undefined) broken.push(type === undefined ? name : `${type}.${name}`);
    } else if (RESULTS.test(line)) open++;
    else if (FAILURES.test(line)) open = Math.max(open, 1);
    else if (line.startsWith('[ERROR] Failed')) {
      const project = UNCOMPILED.exec(line)?.[1];
      if (project !== undefined) uncompiled.add(project);
    } else if (open > 0 && line.includes('Tests run: ')) {
      const match = TOTAL.exec(line);
      if (match === null) continue;
      open--;
      const run = counts(match, broken);
      runs.push(run);
      if (run.failed + run.errors > 0) broken = [];
    }
  }
  return [...runs, ...[...uncompiled].map((id) => ({ ...NO_COUNTS, errors: 1, ids: [id] }))];
}

function counts(match: RegExpExecArray, broken: readonly string[]): RunCounts {
  const [ran = 0, failures = 0, raised = 0, skipped = 0] = match.slice(1).map(toCount);
  const classes = broken.filter(isClass).length;
  const errors = Math.min(classes, raised);
  return {
    passed: Math.max(0, ran - failures - raised - skipped),
    failed: failures + raised - errors,
    errors,
    skipped,
    ids: failures + raised > 0 ? broken : [],
  };
}

/** A name whose last part begins with a capital letter is a class: its set-up broke. */
function isClass(name: string): boolean {
  return /(?:^|\.)[A-Z][\w$]{0,200}$/.test(name);
}
