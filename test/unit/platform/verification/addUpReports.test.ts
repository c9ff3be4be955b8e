import assert from 'node:assert/strict';
import { addUpReports } from '../../../../src/platform/verification/commandVerifier';
import type { Report } from '../../../../src/platform/verification/parseReport';

type TestKind = 'junit' | 'json' | 'tap';

function run(kind: TestKind, passed: number, failingTests: readonly string[] = []): Report {
  const failed = failingTests.length;
  return { kind, tests: { source: kind, passed, failed, errors: 1, skipped: 2, failingTests } };
}

function lines(kind: 'lcov' | 'cobertura', covered: number, total: number): Report {
  return { kind, lines: { covered, total } };
}

describe('several reports', () => {
  it('of one kind are added up, with each failing test once', () => {
    const { tests } = addUpReports([run('junit', 3, ['b', 'c']), run('junit', 4, ['a', 'b'])]);
    assert.deepEqual(tests, {
      ...{ source: 'junit', passed: 7, failed: 4, errors: 2, skipped: 4 },
      failingTests: ['a', 'b', 'c'],
    });
  });

  it('of different kinds tell of the same tests: JUnit XML counts, else JSON, else TAP', () => {
    const passed = (...kinds: readonly TestKind[]): number | undefined =>
      addUpReports(kinds.map((kind) => run(kind, { junit: 1, json: 2, tap: 3 }[kind]))).tests
        ?.passed;
    assert.deepEqual(
      [passed('tap', 'json', 'junit'), passed('tap', 'json'), passed('tap')],
      [1, 2, 3],
    );
  });

  it('name every program that wrote one', () => {
    const other: Report = { kind: 'json', tests: { ...mochaRun, source: 'Mocha JSON' } };
    const jest: Report = { kind: 'json', tests: { ...mochaRun, source: 'Jest JSON' } };
    assert.equal(addUpReports([jest, other, jest]).tests?.source, 'Jest JSON, Mocha JSON');
  });

  it('of coverage count line by line', () => {
    assert.deepEqual(addUpReports([lines('lcov', 1, 1), lines('lcov', 0, 3)]), { coverage: 25 });
  });

  it('of coverage count as LCOV, else as Cobertura', () => {
    const both = [lines('cobertura', 1, 2), lines('lcov', 3, 4)];
    assert.deepEqual(addUpReports(both), { coverage: 75 });
    assert.deepEqual(addUpReports(both.slice(0, 1)), { coverage: 50 });
  });

  it('may be none, which says nothing', () => {
    assert.deepEqual(addUpReports([]), {});
  });
});

const mochaRun = { passed: 1, failed: 0, errors: 0, skipped: 0, failingTests: [] };
