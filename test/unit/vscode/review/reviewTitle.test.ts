import { equal } from 'node:assert/strict';
import { readReviewTitle, reviewTitle } from '../../../../src/vscode/documents/reviewTitle';

describe('the title of a review', () => {
  it('tells of which turn the change is', () => {
    const title = reviewTitle({ taskId: 'fix', turn: 12 });
    equal(title, 'Review of fix, turn 12');
    equal(readReviewTitle(title, 'fix'), 12);
    equal(readReviewTitle(`${title} (3 files)`, 'fix'), 12, 'as the editor completes it');
  });

  it('is not that of another editor', () => {
    for (const label of ['fix.ts', 'Review of fixes, turn 1', 'Review of fix, turn 1x'])
      equal(readReviewTitle(label, 'fix'), undefined);
  });
});
