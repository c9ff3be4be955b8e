import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CheckpointState } from '../../../../src/model/workspace/checkpoint';
import { toContent, listDifferingPaths } from '../../../../src/rules/rewind/contents';
import { file } from './modelWorld';

const PATHS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

const listings = fc.uniqueArray(fc.tuple(fc.constantFrom(...PATHS), fc.constantFrom('1', '2')), {
  selector: ([path]) => path,
});

function stateOf(listing: readonly (readonly [string, string])[]): CheckpointState {
  return { files: new Map(listing.map(([path, text]) => [path, file(text)])), unknown: new Set() };
}

describe('contents of a state', () => {
  it('paths that differ are found once each, in whatever order two states list theirs', () => {
    fc.assert(
      fc.property(listings, listings, (one, other) => {
        const [left, right] = [new Map(one), new Map(other)];
        const differing = PATHS.filter((path) => left.get(path) !== right.get(path));
        const found = [...listDifferingPaths(stateOf(one), stateOf(other))];
        assert.deepEqual(found.sort(), differing);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are the bytes whatever the mode; what holds none has none', () => {
    assert.equal(toContent('file:755:x'), toContent('file:644:x'));
    assert.notEqual(toContent('link:x'), toContent('file:644:x'));
    for (const none of ['absent', 'unreadable', 'special:fifo'])
      assert.equal(toContent(none), undefined);
  });
});
