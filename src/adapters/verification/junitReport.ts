import { XMLParser } from 'fast-xml-parser';
import type { TestRun } from '../../domain/testRun';

/** An element as the parser gives it: attributes under `@_…`, children as arrays. */
type Element = Readonly<Record<string, unknown>>;

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The only attributes that say anything about counts. */
const COUNTED = new Set(['tests', 'failures', 'errors', 'skipped', 'disabled', 'status', 'result']);

const parser = new XMLParser({
  ignoreAttributes: (name) => !COUNTED.has(name),
  // Nothing that is counted needs an entity, and entities are how XML attacks its reader.
  processEntities: false,
  parseTagValue: false,
  trimValues: false,
  jPath: false,
  removeNSPrefix: true,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
});

/** Values of a test case's `status` or `result` that mean it was not run. */
const NOT_RUN = new Set(['notrun', 'suppressed', 'disabled', 'skipped', 'ignored']);

/**
 * Counts the tests of a JUnit XML report. A suite's test cases count; a suite that lists none
 * counts by its attributes. Undefined for broken XML, for XML of another kind, and for a report
 * without any test: an empty one proves nothing.
 */
export function parseJUnit(text: string): TestRun | undefined {
  const document = parseXml(text);
  if (document === undefined) return undefined;
  const roots = [...children(document, 'testsuites'), ...children(document, 'testsuite')];
  const counts = roots.map(countSuite).reduce(add, zero());
  return counts.passed + counts.failed + counts.skipped > 0
    ? { ...counts, errors: 0, source: 'JUnit XML', failingTests: [] }
    : undefined;
}

function parseXml(text: string): Element | undefined {
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- what replaces it brings a schema validator along
    const document: unknown = parser.parse(text, true);
    return isElement(document) ? document : undefined;
  } catch {
    // Broken, cut off, or beyond the parser's limits (depth, entities).
    return undefined;
  }
}

/** Depth is bounded by the parser's own limit of 100 nested tags. */
function countSuite(suite: Element): Counts {
  const cases = children(suite, 'testcase').map(countCase);
  const nested = [...children(suite, 'testsuite'), ...children(suite, 'testsuites')];
  const counts = [...cases, ...nested.map(countSuite)].reduce(add, zero());
  const listed = counts.passed + counts.failed + counts.skipped > 0;
  return listed ? counts : countAttributes(suite);
}

function countCase(testCase: Element): Counts {
  if (has(testCase, 'failure') || has(testCase, 'error')) return { ...zero(), failed: 1 };
  const states = [testCase['@_status'], testCase['@_result']];
  const notRun = states.some((state) => NOT_RUN.has(String(state).toLowerCase()));
  return has(testCase, 'skipped') || notRun ? { ...zero(), skipped: 1 } : { ...zero(), passed: 1 };
}

function countAttributes(suite: Element): Counts {
  const failed = count(suite, 'failures') + count(suite, 'errors');
  const skipped = count(suite, 'skipped') || count(suite, 'disabled');
  return { failed, skipped, passed: Math.max(0, count(suite, 'tests') - failed - skipped) };
}

/** A whole number >= 0; 0 for anything else. */
function count(suite: Element, attribute: string): number {
  const value = suite[`@_${attribute}`];
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0;
}

function children(element: Element, name: string): readonly Element[] {
  const found = element[name];
  // An element with nothing in it arrives as text.
  return Array.isArray(found) ? found.map((child) => (isElement(child) ? child : {})) : [];
}

function has(element: Element, name: string): boolean {
  return Object.hasOwn(element, name);
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null;
}

function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

function zero(): Counts {
  return { passed: 0, failed: 0, skipped: 0 };
}
