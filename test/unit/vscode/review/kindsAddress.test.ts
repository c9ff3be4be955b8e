import { deepEqual, equal } from 'node:assert/strict';
import type { TaskReview } from '../../../../src/app/api/answers';
import {
  kindsAddress,
  kindsText,
  readKindsAddress,
} from '../../../../src/vscode/documents/kindsAddress';
import { aReview } from '../../cli/fakeApp';

const files: TaskReview['files'] = [
  { path: 'a.txt', action: 'changed' },
  { path: 'docs', action: 'changed', kind: { before: 'file', after: 'link' } },
  { path: 'run.sh', action: 'changed', kind: { before: 'file', after: 'executable' } },
];

describe('the document beside the files of a review', () => {
  it('says what is a link or can be run, which their texts do not show', () => {
    const review = aReview({ turn: 2, files });
    equal(
      kindsText({ ok: true, review }, 2),
      'The texts of these files do not show that\n\ndocs is a link now\nrun.sh is executable now\n',
    );
  });

  it('says so where another change waits, or none', () => {
    const review = aReview({ turn: 3, files });
    equal(
      kindsText({ ok: true, review }, 2),
      'The change of turn 2 does not wait for a review any more.\n',
    );
    equal(kindsText({ ok: false, message: 'None waits.' }, 2), 'None waits.\n');
  });

  it('has an address that names its review, and takes no other', () => {
    const address = { folder: 'file:///shop', taskId: 'fix', turn: 2 };
    const { path, query } = kindsAddress(address, '/shop/');
    equal(path, '/shop/Links and permissions');
    deepEqual(readKindsAddress(query), address);
    for (const wrong of ['', '{', '{}', query.replace('2', '0'), query.replace('2', '2,"a":1')])
      equal(readKindsAddress(wrong), undefined, wrong);
  });
});
