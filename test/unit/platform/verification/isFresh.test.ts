import assert from 'node:assert/strict';
import { isFresh, type ReportMark } from '../../../../src/platform/verification/readReports';

const START = 1_000_000;

function counts(after: ReportMark, earlier?: ReportMark): boolean {
  const file = { path: '/ws/junit.xml', ...after };
  const before = new Map(earlier ? [[file.path, earlier]] : []);
  return isFresh(file, { before, startedAt: START });
}

describe('a report counts', () => {
  it('when it is new since the start', () => {
    assert.equal(counts({ mtimeMs: START + 5, hash: 'a' }), true);
  });

  it('when it is new on a file system that rounds times down', () => {
    assert.equal(counts({ mtimeMs: START - 1_900, hash: 'a' }), true);
  });

  it('when it was written anew with the same content', () => {
    assert.equal(
      counts({ mtimeMs: START + 5, hash: 'a' }, { mtimeMs: START - 50, hash: 'a' }),
      true,
    );
  });

  it('when its content is another within one tick of the clock', () => {
    const time = START - 1_000;
    assert.equal(counts({ mtimeMs: time, hash: 'b' }, { mtimeMs: time, hash: 'a' }), true);
  });
});

describe('a report does not count', () => {
  it('when nobody touched it, however recent it is', () => {
    const mark = { mtimeMs: START - 1, hash: 'a' };
    assert.equal(counts(mark, mark), false);
  });

  it('when it is new here but older than the start', () => {
    assert.equal(counts({ mtimeMs: START - 60_000, hash: 'a' }), false);
  });

  it('when an older one was put into its place', () => {
    const older = { mtimeMs: START - 60_000, hash: 'b' };
    assert.equal(counts(older, { mtimeMs: START - 50, hash: 'a' }), false);
  });

  it('when the same content was put back with an old time', () => {
    assert.equal(
      counts({ mtimeMs: START - 60_000, hash: 'a' }, { mtimeMs: START - 50, hash: 'a' }),
      false,
    );
  });
});
