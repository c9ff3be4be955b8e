import type { TestRun } from '../../model/verification/testRun';
import {
  couldNotRun,
  countTest,
  newTally,
  toTestRun,
  type Outcome,
  type TestTally,
} from './testTally';
import { attribute, children, hasChild, wholeNumber, type Element } from './xmlDocument';

/** Values of a test case's `status` or `result` that mean it was not run. */
const NOT_RUN = new Set(['notrun', 'suppressed', 'disabled', 'skipped', 'ignored']);
/** Class name that node:test writes for every test. */
const NO_CLASS = 'test';

/**
 * Counts the tests of a JUnit XML document. A suite's test cases count; a suite that lists none
 * counts by its attributes. `<failure>` and an `<error>` that a test raised are failed tests;
 * failures of collection or set-up, scripts that do not load and hooks are errors. Undefined for
 * XML of another kind, and for a report without any test: an empty one proves nothing.
 */
export function junitRun(document: Element): TestRun | undefined {
  const tally = newTally();
  countInside(document, { suites: [], tally });
  return toTestRun('JUnit XML', tally);
}

interface Place {
  /** Names of the suites around, the outermost first. */
  readonly suites: readonly string[];
  readonly tally: TestTally;
}

/** True when something was counted. Depth is bounded by the parser's own limit of 100 nested tags. */
function countInside(element: Element, place: Place): boolean {
  const { suites, tally } = place;
  const counted = [
    // A list has the name of the run, not of a suite.
    ...children(element, 'testsuites').map((list) => countSuite(list, place)),
    ...children(element, 'testsuite').map((suite) =>
      countSuite(suite, { suites: [...suites, attribute(suite, 'name') ?? ''], tally }),
    ),
  ];
  return counted.includes(true);
}

function countSuite(suite: Element, place: Place): boolean {
  const cases = children(suite, 'testcase');
  for (const testCase of cases) countCase(testCase, place);
  const hasCounted = countInside(suite, place) || cases.length > 0;
  return hasCounted || countAttributes(suite, place.tally);
}

function countCase(testCase: Element, { suites, tally }: Place): void {
  const name = attribute(testCase, 'name') ?? '';
  countTest(tally, outcomeOf(testCase, name), [...owner(testCase, { suites, name }), name]);
}

function outcomeOf(testCase: Element, name: string): Outcome {
  if (hasChild(testCase, 'failure')) return couldNotRun(name) ? 'errors' : 'failed';
  const [error] = children(testCase, 'error');
  if (error !== undefined) return isBroken(testCase, { name, error }) ? 'errors' : 'failed';
  const states = [attribute(testCase, 'status'), attribute(testCase, 'result')];
  const notRun = states.some((state) => NOT_RUN.has(state?.toLowerCase() ?? ''));
  return hasChild(testCase, 'skipped') || notRun ? 'skipped' : 'passed';
}

/** Messages of pytest for files that it could not collect and for broken fixtures. */
const NOT_COLLECTED = /^(?:collection failure|failed on (?:setup|teardown))/;
/** JUnit's name for a class that could not be made. */
const NOT_MADE = 'initializationError';

/** Whether an `<error>` means that something could not run; else the test raised an unexpected error. */
function isBroken(
  testCase: Element,
  { name, error }: { readonly name: string; readonly error: Element },
): boolean {
  return (
    name === '' ||
    name === NOT_MADE ||
    attribute(testCase, 'classname') === '' ||
    couldNotRun(name) ||
    NOT_COLLECTED.test(attribute(error, 'message') ?? '')
  );
}

/** Prefix of a test's name in its id: its class, else its suites. */
function owner(
  testCase: Element,
  { suites, name }: { readonly suites: readonly string[]; readonly name: string },
): readonly string[] {
  const className = attribute(testCase, 'classname');
  if (className === undefined || className === NO_CLASS) return suites;
  // Some reporters write the whole name into both, or a part of the name as the class.
  return name.includes(className) ? [] : [className];
}

function countAttributes(suite: Element, tally: TestTally): boolean {
  const failed = wholeNumber(suite, 'failures') ?? 0;
  const errors = wholeNumber(suite, 'errors') ?? 0;
  // Zero is ignored if the other attribute has the count.
  const skipped = (wholeNumber(suite, 'skipped') ?? 0) || (wholeNumber(suite, 'disabled') ?? 0);
  const all = wholeNumber(suite, 'tests') ?? 0;
  tally.failed += failed;
  tally.errors += errors;
  tally.skipped += skipped;
  tally.passed += Math.max(0, all - failed - errors - skipped);
  return all + failed + errors + skipped > 0;
}
