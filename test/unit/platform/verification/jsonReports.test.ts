import assert from 'node:assert/strict';
import { parseReport } from '../../../../src/platform/verification/parseReport';

function countsOf(document: unknown): readonly number[] | undefined {
  const report = parseReport(typeof document === 'string' ? document : JSON.stringify(document));
  if (report?.kind !== 'json') return undefined;
  const { passed, failed, errors, skipped } = report.tests;
  return [passed, failed, errors, skipped];
}

const jest = (...testResults: readonly object[]): object => ({ numTotalTests: 1, testResults });
const one = (status: string): object => ({ status, title: status, ancestorTitles: ['a'] });

const mocha = {
  stats: { tests: 1 },
  tests: [{ fullTitle: 'a b', file: null }],
  pending: [],
  failures: [],
  passes: [{ fullTitle: 'a b' }],
};

describe('a JSON report of Jest or Vitest', () => {
  it('counts each test by its status, of whatever name', () => {
    const statuses = ['passed', 'failed', 'pending', 'todo', 'skipped', 'disabled', 'constructor'];
    assert.deepEqual(countsOf(jest({ assertionResults: statuses.map(one) })), [1, 1, 0, 5]);
  });

  it('takes a file that failed without a failed test for an error', () => {
    const broken = { name: '/ws/a.test.js', status: 'failed', assertionResults: [] };
    const failed = { status: 'failed', assertionResults: [one('failed')] };
    assert.deepEqual(countsOf(jest(broken, failed)), [0, 1, 1, 0]);
  });

  it('may start with a byte order mark', () => {
    const text = JSON.stringify(jest({ assertionResults: [one('passed')] }));
    assert.deepEqual(countsOf(`\uFEFF${text}`), [1, 0, 0, 0]);
  });
});

describe('a JSON report of Mocha', () => {
  it('counts its lists, and what failed without being a test as an error', () => {
    const failures = [{ fullTitle: 'a b' }, { fullTitle: 'a "after each" hook for "b"' }];
    const pending = [{ fullTitle: 'a c' }];
    assert.deepEqual(countsOf({ ...mocha, failures, pending }), [1, 1, 1, 1]);
  });
});

describe('JSON', () => {
  for (const [what, document] of [
    ['without a test', jest({ assertionResults: [] })],
    ['of another kind', { name: 'shop', version: '1.0.0' }],
    ['with numbers that cannot be', { ...jest(), numTotalTests: -1 }],
    ['with text for numbers', { ...mocha, stats: { tests: '1' } }],
    ['with numbers for lists', { ...mocha, passes: 5 }],
    ['with endless numbers', '{"numTotalTests":1e999,"testResults":[]}'],
    ['with NaN', '{"numTotalTests":NaN,"testResults":[]}'],
    ['that is cut off', JSON.stringify(mocha).slice(0, -1)],
    ['that is a list', '[1]'],
    ['that is empty', '{}'],
  ] as const)
    it(`${what} says nothing`, () => assert.equal(countsOf(document), undefined));

  it('changes no object by the names in it', () => {
    const text =
      '{"__proto__":{"polluted":1,"numTotalTests":1,"testResults":[]},"constructor":{"prototype":{"polluted":1}}}';
    assert.equal(countsOf(text), undefined);
    const inside = JSON.stringify(jest({ assertionResults: [one('failed')] })).replace(
      '"status"',
      '"__proto__":{"polluted":1,"status":"passed"},"status"',
    );
    assert.deepEqual(countsOf(inside), [0, 1, 0, 0]);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });
});
