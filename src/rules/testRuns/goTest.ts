import { sumRuns, MAX_IDS, type RunCounts, type TestProgram } from './testProgram';

const ENDED = /^ {0,200}--- (PASS|FAIL|SKIP): (\S{1,500}) \(\d{1,9}\.\d{1,9}s\)$/;
const STARTED = '=== RUN   ';
const PACKAGE =
  /^(ok {2}|FAIL|\? {3})\t(\S{1,500})(?:\t| )(?:\d{1,9}\.\d{1,9}s|\(cached\)|\[[a-z ]{1,40}\])(.{0,200})$/;
/** The end of a package in a JSON stream: an event without a test. */
const PACKAGE_EVENT =
  /^\{(?:"Time":"[^"]{1,60}",)?"Action":"(?:pass|fail|skip)","Package":"[^"]{1,500}"(?:,"Elapsed":[\d.]{1,20})?(?:,"FailedBuild":"[^"]{0,500}")?\}$/;
/** Maximum number of tests of one package. */
const MAX_TESTS = 50_000;
const NO_TESTS = /\[no (?:tests to run|test files)\]/;

/**
 * Reads the result of each package of `go test`, plain, with -v or with -json. Plain output names only failing tests:
 * an "ok" package counts as one passed test, and the run is `partial`. Of a test with subtests only these count. A
 * package that does not build, or fails without a failing test, is an error. Ids: "package Test/subtest".
 */
export const goTest: TestProgram = {
  source: 'go test',
  begins: 'oF?{',
  closes: new RegExp(`${PACKAGE.source}|${PACKAGE_EVENT.source}`),
  read(lines) {
    const runs: RunCounts[] = [];
    const plain: Tests = new Map();
    const streams = new Map<string, Tests>();
    let namesAll = false;
    let countsPackages = false;
    for (const line of lines) {
      if (line.startsWith('{')) {
        readEvent(line, streams, runs);
      } else if (line.startsWith(STARTED)) {
        namesAll = true;
        const name = line.slice(STARTED.length);
        if (isName(name)) setState(plain, name, 'running');
      } else if (mayEnd(line)) {
        const [, state, name] = ENDED.exec(line) ?? [];
        if (name !== undefined) setState(plain, name, state as TestState);
      } else if (/^(?:ok|FAIL|\?)\s/.test(line)) {
        const [, state, name] = PACKAGE.exec(line) ?? [];
        if (name === undefined) continue;
        const noTests = state?.startsWith('?') === true || NO_TESTS.test(line);
        countsPackages ||= !noTests;
        runs.push(packageCounts(name, plain, state === 'FAIL', noTests));
        plain.clear();
      }
    }
    const sum = sumRuns(runs);
    return sum && countsPackages && !namesAll ? { ...sum, partial: true } : sum;
  },
};

type TestState = 'PASS' | 'FAIL' | 'SKIP' | 'running';
type Tests = Map<string, TestState>;

function mayEnd(line: string): boolean {
  const first = line.charCodeAt(0);
  return (first === 0x2d || first === 0x20) && line.trimStart().startsWith('--- ');
}

function isName(name: string): boolean {
  return name.length > 0 && name.length <= 500 && !/\s/.test(name);
}

function setState(tests: Tests, name: string, state: TestState): void {
  const isKept = tests.size < MAX_TESTS || (state !== 'running' && tests.has(name));
  if (isKept) tests.set(name, state);
}

function readEvent(line: string, streams: Map<string, Tests>, runs: RunCounts[]): void {
  const event = parseGoEvent(line);
  if (event === undefined) return;
  const tests = streams.get(event.package) ?? new Map<string, TestState>();
  streams.set(event.package, tests);
  if (event.test === undefined) {
    if (event.action === 'run') return;
    // A JSON stream names all tests: an "ok" package without any has none.
    runs.push(packageCounts(event.package, tests, event.action === 'fail', true));
    streams.delete(event.package);
  } else if (event.action === 'run') setState(tests, event.test, 'running');
  // Output of a test can look like the end of one, but then that test never started.
  else if (tests.has(event.test)) {
    tests.set(event.test, event.action.toUpperCase() as TestState);
  }
}

function packageCounts(name: string, tests: Tests, failed: boolean, noTests: boolean): RunCounts {
  const parents = parentsOf(tests);
  const failures: string[] = [];
  const counts = { PASS: 0, SKIP: 0 };
  for (const [test, state] of tests) {
    if (parents.has(test)) continue;
    if (state === 'PASS' || state === 'SKIP') counts[state] += 1;
    // A test that was running when its package failed caused the failure.
    else if (failed) failures.push(test);
  }
  const broken = failed && failures.length === 0;
  return {
    passed: tests.size === 0 && !failed && !noTests ? 1 : counts.PASS,
    failed: failures.length,
    errors: broken ? 1 : 0,
    skipped: counts.SKIP,
    ids: broken ? [name] : failures.slice(0, MAX_IDS).map((test) => `${name} ${test}`),
  };
}

/** Tests with subtests; consecutive tests mostly share their parent. */
function parentsOf(tests: Tests): ReadonlySet<string> {
  const parents = new Set<string>();
  let last = '';
  for (const test of tests.keys()) {
    const slash = test.lastIndexOf('/');
    if (slash <= 0 || (slash === last.length && test.startsWith(last))) continue;
    last = test.slice(0, slash);
    parents.add(last);
  }
  return parents;
}

/** A line of `go test -json` about the start or end of a test or package. */
interface GoEvent {
  readonly action: 'run' | 'pass' | 'fail' | 'skip';
  readonly package: string;
  /** Undefined for the package itself. */
  readonly test: string | undefined;
}

const ACTION = /"Action":"(?:run|pass|fail|skip)"/;

/** An event without escapes in names; much faster to read than by parsing JSON. */
const PLAIN =
  /^\{(?:"Time":"[^"\\]{1,60}",)?"Action":"(run|pass|fail|skip)","Package":"([^"\\]{1,500})"(?:,"Test":"([^"\\]{1,500})")?(?:,"Elapsed":\d{1,9}(?:\.\d{1,9})?)?\}$/;

/** The event in a line of a JSON stream; undefined for any other line. */
function parseGoEvent(line: string): GoEvent | undefined {
  if (!ACTION.test(line.slice(0, 300))) return undefined;
  const plain = PLAIN.exec(line);
  if (plain !== null) {
    const [, action, name = '', test] = plain;
    return { action: action as GoEvent['action'], package: name, test };
  }
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch {
    // A truncated line, or a program's own output: not an event.
    return undefined;
  }
  if (typeof event !== 'object' || event === null) return undefined;
  const { Action, Package, Test } = event as Record<string, unknown>;
  if (!isAction(Action) || typeof Package !== 'string') return undefined;
  return { action: Action, package: Package, test: typeof Test === 'string' ? Test : undefined };
}

function isAction(action: unknown): action is GoEvent['action'] {
  return action === 'run' || action === 'pass' || action === 'fail' || action === 'skip';
}
