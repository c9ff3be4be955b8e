import { deepEqual, equal } from 'node:assert/strict';
import type { TaskReview } from '../../../../src/app/api/answers';
import type { ReviewComment } from '../../../../src/model/review/reviewComment';
import { addressParts } from '../../../../src/vscode/documents/checkpointAddress';
import { findReviewed, openComments } from '../../../../src/vscode/review/reviewedFiles';

const FOLDER = 'file:///home/me/shop';
const lines = { added: 1, deleted: 0 };
const comment = (id: string, change: Partial<ReviewComment> = {}): ReviewComment => ({
  ...{ id, taskId: 'fix', text: 'Why?', at: '2026-11-21T12:00:00.000Z' },
  place: { path: 'src/a.ts', line: 3, lines: 'a' },
  ...change,
});
const review = (comments: readonly ReviewComment[] = []): TaskReview => ({
  ...{ taskId: 'fix', pausedTask: 'fix', turn: 2, at: '2026-11-21T12:00:00.000Z' },
  ...{ from: 'commit:1', to: 'commit:2', size: { files: 3, added: 2, deleted: 1 }, comments },
  files: [
    { path: 'gone.ts', action: 'deleted', lines },
    { path: 'logo.png', action: 'added' },
    { path: 'src/a.ts', action: 'changed', lines },
  ],
});
const found = (path: string, checkpoint = 'commit:2', folder = FOLDER): string | undefined =>
  findReviewed(addressParts({ folder, checkpoint, path }, '/home/me/shop'), FOLDER, review());

describe('the documents of a review', () => {
  it('take comments on the right side of files with lines', () => {
    equal(found('src/a.ts'), 'src/a.ts');
    equal(found('src/a.ts', 'commit:1'), undefined, 'the left side');
    equal(found('src/a.ts', 'commit:2', 'file:///other'), undefined, 'another folder');
    for (const path of ['gone.ts', 'logo.png', 'src/other.ts']) equal(found(path), undefined, path);
    equal(findReviewed({ path: '/home/me/shop/src/a.ts', query: '' }, FOLDER, review()), undefined);
  });

  it('show the open comments that are about lines which are there', () => {
    const open = comment('1');
    const others = [
      comment('2', { sentBack: 1 }),
      comment('3', { place: { path: 'gone.ts', line: 1, lines: 'x' } }),
    ];
    const { id, taskId, text, at } = comment('4');
    const whole = { id, taskId, text, at };
    deepEqual(openComments(review([open, ...others, whole])), [open]);
  });
});
