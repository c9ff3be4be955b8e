import assert from 'node:assert/strict';
import fc from 'fast-check';
import { measureProgress } from '../../../../src/rules/progress/measureProgress';
import type { Measurement } from '../../../../src/model/verification/measurement';

const count = fc.integer({ min: 0, max: 50 });
const measurement: fc.Arbitrary<Measurement> = fc
  .record({
    passed: count,
    failed: count,
    skipped: count,
    coverage: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
  })
  .map(({ coverage, ...counts }) => (coverage === undefined ? counts : { ...counts, coverage }));

describe('progress', () => {
  it('the first measurement is the baseline, not progress', () => {
    const first = { passed: 3, failed: 2, skipped: 0 };
    const verdict = measureProgress(undefined, first);
    assert.equal(verdict.progress, false);
    assert.deepEqual(verdict.best, first);
  });

  it('more passing with no more failing is progress; as many is none', () => {
    const best = { passed: 3, failed: 2, skipped: 0 };
    assert.equal(measureProgress(best, { passed: 4, failed: 1, skipped: 0 }).progress, true);
    assert.equal(measureProgress(best, { passed: 4, failed: 2, skipped: 0 }).progress, true);
    assert.equal(measureProgress(best, { passed: 4, failed: 3, skipped: 0 }).progress, false);
    assert.equal(measureProgress(best, best).progress, false);
  });

  it('fewer failing because tests were deleted or skipped is none', () => {
    const best = { passed: 3, failed: 2, skipped: 0 };
    assert.equal(measureProgress(best, { passed: 3, failed: 0, skipped: 0 }).progress, false);
    assert.equal(measureProgress(best, { passed: 3, failed: 0, skipped: 2 }).progress, false);
  });

  it('more coverage with no more failing is progress, from a coverage that was measured before', () => {
    const best = { passed: 3, failed: 2, skipped: 0, coverage: 60 };
    assert.equal(measureProgress(best, { ...best, coverage: 75 }).progress, true);
    assert.equal(measureProgress(best, { ...best, coverage: 60 }).progress, false);
    assert.equal(measureProgress(best, { ...best, coverage: 75, failed: 3 }).progress, false);
    const uncovered = { passed: 3, failed: 2, skipped: 0 };
    const first = measureProgress(uncovered, { ...uncovered, coverage: 10 });
    assert.deepEqual([first.progress, first.best?.coverage], [false, 10]);
  });

  it('more coverage by deleting passing tests is none', () => {
    const best = { passed: 8, failed: 2, skipped: 0, coverage: 70 };
    const deleted = { passed: 5, failed: 0, skipped: 0, coverage: 71 };
    const verdict = measureProgress(best, deleted);
    assert.equal(verdict.progress, false);
    assert.deepEqual(verdict.best, best);
  });

  it('where passing tests are not listed, fewer failing in as many packages is progress', () => {
    const best = { passed: 3, failed: 4, skipped: 0, partial: true } as const;
    assert.equal(measureProgress(best, { ...best, failed: 3 }).progress, true);
    assert.equal(measureProgress(best, { ...best, failed: 4 }).progress, false);
    assert.equal(measureProgress(best, { ...best, passed: 2, failed: 3 }).progress, false);
    const listed = { passed: 3, failed: 3, skipped: 0 };
    assert.equal(measureProgress({ ...listed, failed: 4 }, listed).progress, false);
  });

  it('a file that does not load hides tests: more passing ones are progress once it loads', () => {
    const hidden = { passed: 1, failed: 1, skipped: 0, errors: 1 };
    const loaded = measureProgress(hidden, { passed: 81, failed: 10, skipped: 0 });
    assert.equal(loaded.progress, true);
    assert.deepEqual(loaded.best, { passed: 81, failed: 10, skipped: 0 });
    assert.equal(
      measureProgress(loaded.best, { passed: 86, failed: 5, skipped: 0 }).progress,
      true,
    );
    const hiddenAgain = { passed: 82, failed: 11, skipped: 0, errors: 1 };
    assert.equal(measureProgress(loaded.best, hiddenAgain).progress, false);
  });

  it('a hundredth of a percent of coverage is noise', () => {
    const best = { passed: 5, failed: 2, skipped: 0, coverage: 50.001 };
    assert.equal(measureProgress(best, { ...best, coverage: 50.002 }).progress, false);
    assert.equal(measureProgress(best, { ...best, coverage: 50.2 }).progress, true);
  });

  it('improvement says so in the words of the documents', () => {
    const best = { passed: 3, failed: 2, skipped: 0 };
    const { reason } = measureProgress(best, { passed: 4, failed: 1, skipped: 0 });
    assert.match(reason, /^Test metrics show improvement/);
  });

  it('whatever was measured: the same again is never progress, and swinging is progress once', () => {
    fc.assert(
      fc.property(fc.array(measurement, { minLength: 1, maxLength: 12 }), (history) => {
        let best: Measurement | undefined;
        for (const each of history) best = measureProgress(best, each).best;
        for (const each of history) {
          const verdict = measureProgress(best, each);
          assert.equal(measureProgress(verdict.best, each).progress, false);
          best = verdict.best;
        }
        const settled = best;
        for (const each of history) best = measureProgress(best, each).best;
        assert.deepEqual(best, settled);
      }),
    );
  });
});

describe('progress by coverage alone', () => {
  const covered = (coverage: number, passed = 0, failed = 0) => ({
    passed,
    failed,
    skipped: 0,
    coverage,
  });

  it('higher than ever is progress, and the words leave out tests that were not counted', () => {
    const verdict = measureProgress(covered(40), covered(50));
    assert.equal(verdict.progress, true);
    assert.equal(
      verdict.reason,
      'Test metrics show improvement: 50 % of lines covered, before 40 % of lines covered',
    );
  });

  it('the first counts of tests are their baseline, not a worse result', () => {
    const first = measureProgress(covered(40), covered(40, 3, 2));
    assert.equal(first.progress, false);
    assert.deepEqual(first.best, covered(40, 3, 2));
    assert.equal(measureProgress(first.best, covered(40, 4, 1)).progress, true);
  });

  it('coverage without counts is no progress where tests were counted before: they may all fail', () => {
    assert.equal(measureProgress(covered(40, 3, 2), covered(90)).progress, false);
  });
});
