import assert from 'node:assert/strict';
import type { Measurement } from '../../../../src/model/verification/measurement';
import type { TestCase } from '../../../../src/model/verification/testRun';
import { findFewerTests, type TestsSeen } from '../../../../src/rules/doubt/findFewerTests';

function counts(passed: number, failed: number, more: Partial<Measurement> = {}): TestsSeen {
  return { measurement: { passed, failed, skipped: 0, ...more } };
}

function named(...names: readonly string[]): TestsSeen {
  const cases = names.map((name): TestCase => {
    const outcome = name.startsWith('-') ? 'skipped' : name.startsWith('!') ? 'failed' : 'passed';
    return { id: name.replace(/^[-!]/, ''), outcome };
  });
  const count = (wanted: string): number =>
    cases.filter(({ outcome }) => outcome === wanted).length;
  const measurement = {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
  };
  return { measurement, cases };
}

describe('a pass with fewer tests', () => {
  it('is doubtful when a failing test is gone', () => {
    assert.deepEqual(findFewerTests([named('a', '!b')], named('a')), {
      ...{ kind: 'fewerTests', ran: 1, before: 2, missing: ['b'] },
    });
  });

  it('is doubtful when a test is skipped', () => {
    assert.deepEqual(findFewerTests([named('a', '!b')], named('a', '-b')), {
      ...{ kind: 'fewerTests', ran: 1, before: 2, missing: ['b'] },
    });
  });

  it('is doubtful by its counts alone, without names', () => {
    assert.deepEqual(findFewerTests([counts(3, 1)], counts(3, 0)), {
      ...{ kind: 'fewerTests', ran: 3, before: 4, missing: [] },
    });
  });

  it('is doubtful when nothing is measured any more', () => {
    assert.deepEqual(
      findFewerTests([counts(3, 1, { partial: true })], { measurement: undefined }),
      {
        ...{ kind: 'fewerTests', ran: 0, before: 4, missing: [] },
      },
    );
  });

  it('is doubtful against the best as well: a test that was added must stay', () => {
    const doubt = findFewerTests([named('!a'), named('a', '!b')], named('a'));
    assert.deepEqual(doubt?.missing, ['b']);
  });

  it('is none when a test has another name and as many run', () => {
    assert.equal(findFewerTests([named('a', '!b')], named('a', 'c')), undefined);
  });

  it('is none when nothing was measured before', () => {
    assert.equal(findFewerTests([{ measurement: undefined }], counts(1, 0)), undefined);
  });

  it('is none when a file that could not be loaded now holds its only test', () => {
    assert.equal(findFewerTests([counts(2, 1, { errors: 1 })], counts(3, 0)), undefined);
    assert.equal(findFewerTests([counts(2, 2, { errors: 2 })], counts(2, 0)), undefined);
  });

  it('is none between counts of packages and of tests', () => {
    assert.equal(findFewerTests([counts(30, 1)], counts(4, 0, { partial: true })), undefined);
  });

  it('is doubtful when the same verification names packages only, which named tests before', () => {
    const doubt = findFewerTests([counts(30, 1)], counts(4, 0, { partial: true }), true);
    assert.equal(doubt?.ran, 0);
    const packages = [counts(0, 1, { partial: true })];
    assert.equal(findFewerTests(packages, counts(4, 0, { partial: true }), true), undefined);
  });
});
