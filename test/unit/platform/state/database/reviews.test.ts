import assert from 'node:assert/strict';
import type { ReviewComment } from '../../../../../src/model/review/reviewComment';
import type { Store } from '../../../../../src/ports/store';
import { createMemoryStore } from '../../../../support/memoryStore';

const AT = '2026-11-21T22:05:00.000Z';
const onLine: ReviewComment = {
  ...{ id: 'z', taskId: 'fix', text: "it's “new” ä", at: AT },
  place: { path: 'a.ts', line: 3, endLine: 4, lines: 'x\ny' },
};
const onAll: ReviewComment = { id: 'a', taskId: 'fix', text: 'Nearly.', at: AT };

describe('comments on changes in the store', () => {
  let store: Store;
  beforeEach(async () => {
    store = await createMemoryStore();
    for (const comment of [onLine, onAll]) store.addReviewComment(comment);
  });
  afterEach(() => store.close());

  it('come back as they were made, in that order, for their task', () => {
    assert.deepEqual(store.listReviewComments('fix'), [onLine, onAll]);
    assert.deepEqual(store.listReviewComments('other'), []);
  });

  it('are edited and removed while they are open alone', () => {
    assert.equal(store.editReviewComment('z', 'other'), true);
    assert.equal(store.removeReviewComment('a'), true);
    store.sendReviewComments('fix', { id: 't1', number: 2 });
    assert.equal(store.editReviewComment('z', 'again'), false);
    assert.equal(store.removeReviewComment('z'), false);
    assert.deepEqual(store.listReviewComments('fix'), [{ ...onLine, text: 'other', sentBack: 2 }]);
  });

  it('keep the turn with which they were first sent back, and go with it', () => {
    store.sendReviewComments('fix', { id: 't1', number: 2 });
    store.addReviewComment({ ...onAll, id: 'b' });
    store.sendReviewComments('fix', { id: 't2', number: 4 });
    const turns = (): unknown => store.listReviewComments('fix').map(({ sentBack }) => sentBack);
    assert.deepEqual(turns(), [2, 2, 4]);
    store.forgetTurns(['t1']);
    assert.deepEqual(turns(), [4]);
  });

  it('know which files were accepted, until that is cleared', () => {
    store.addAcceptedChange('fix', 'tree');
    store.addAcceptedChange('fix', 'tree');
    const accepted = (task: string, tree: string): boolean => store.isAcceptedChange(task, tree);
    assert.deepEqual(
      [accepted('fix', 'tree'), accepted('fix', 'other'), accepted('other', 'tree')],
      [true, false, false],
    );
    store.clearAcceptedChanges('fix');
    assert.equal(accepted('fix', 'tree'), false);
  });
});
