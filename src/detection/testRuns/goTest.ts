import { goEvent } from './goEvent';
import { addUp, type RunCounts, type TestProgram } from './testProgram';

const ENDED = /^ {0,200}--- (PASS|FAIL|SKIP): (\S{1,500}) \(\d{1,9}\.\d{1,9}s\)$/;
const STARTED = /^=== RUN {3}(\S{1,500})$/;
const PACKAGE =
  /^(ok {2}|FAIL|\? {3})\t(\S{1,500})(?:\t| )(?:\d{1,9}\.\d{1,9}s|\(cached\)|\[[a-z ]{1,40}\])(.{0,200})$/;
/** The end of a package in a JSON stream: an event without a test. */
const PACKAGE_EVENT =
  /^\{(?:"Time":"[^"]{1,60}",)?"Action":"(?:pass|fail|skip)","Package":"[^"]{1,500}"(?:,"Elapsed":[\d.]{1,20})?(?:,"FailedBuild":"[^"]{0,500}")?\}$/;
const NO_TESTS = /\[no (?:tests to run|test files)\]/;

/**
 * What `go test` says of each package, plain, with -v or with -json. Plain, a package that is "ok"
 * names no tests: it counts as one that passed. Of a test with subtests only these count. A package
 * that does not build, or fails without a failing test, is something that could not run. Ids:
 * "package Test/subtest".
 */
export const goTest: TestProgram = {
  source: 'go test',
  begins: 'oF?{',
  closes: new RegExp(`${PACKAGE.source}|${PACKAGE_EVENT.source}`),
  read(lines) {
    const runs: RunCounts[] = [];
    const plain: Tests = new Map();
    const streams = new Map<string, Tests>();
    for (const line of lines) {
      if (line.startsWith('{')) {
        readEvent(line, streams, runs);
      } else if (line.startsWith('=== RUN')) {
        const name = STARTED.exec(line)?.[1];
        if (name !== undefined) plain.set(name, 'running');
      } else if (line.trimStart().startsWith('--- ')) {
        const [, state, name] = ENDED.exec(line) ?? [];
        if (name !== undefined) plain.set(name, state as TestState);
      } else if (/^(?:ok|FAIL|\?)\s/.test(line)) {
        const [, state, name] = PACKAGE.exec(line) ?? [];
        if (name === undefined) continue;
        const noTests = state?.startsWith('?') === true || NO_TESTS.test(line);
        runs.push(packageCounts(name, plain, state === 'FAIL', noTests));
        plain.clear();
      }
    }
    return addUp(runs);
  },
};

type TestState = 'PASS' | 'FAIL' | 'SKIP' | 'running';
type Tests = Map<string, TestState>;

function readEvent(line: string, streams: Map<string, Tests>, runs: RunCounts[]): void {
  const event = goEvent(line);
  if (event === undefined) return;
  const tests = streams.get(event.package) ?? new Map<string, TestState>();
  streams.set(event.package, tests);
  if (event.test === undefined) {
    if (event.action === 'run') return;
    // A package of a JSON stream that is "ok" without tests has none: with -json all are named.
    runs.push(packageCounts(event.package, tests, event.action === 'fail', true));
    streams.delete(event.package);
  } else if (event.action === 'run') tests.set(event.test, 'running');
  // What a test prints can look like an end, but then it never began.
  else if (tests.has(event.test)) {
    tests.set(event.test, event.action.toUpperCase() as TestState);
  }
}

function packageCounts(name: string, tests: Tests, failed: boolean, noTests: boolean): RunCounts {
  const parents = new Set<string>();
  for (const test of tests.keys()) {
    const slash = test.lastIndexOf('/');
    if (slash > 0) parents.add(test.slice(0, slash));
  }
  const of = (...states: TestState[]) =>
    [...tests].flatMap(([test, state]) =>
      states.includes(state) && !parents.has(test) ? [test] : [],
    );
  // A test that was running when its package failed took it down.
  const failures = failed ? of('FAIL', 'running') : [];
  const broken = failed && failures.length === 0;
  return {
    passed: tests.size === 0 && !failed && !noTests ? 1 : of('PASS').length,
    failed: failures.length,
    errors: broken ? 1 : 0,
    skipped: of('SKIP').length,
    ids: broken ? [name] : failures.map((test) => `${name} ${test}`),
  };
}
