import assert from 'node:assert/strict';
import { describeLanding } from '../../../../src/reports/landing/describeLanding';

describe('the words for a landing', () => {
  it('say where the work is', () => {
    const commit = '0123456789abcdef';
    assert.deepEqual(
      [
        describeLanding({ mode: 'files', files: 1, paths: ['a'] }),
        describeLanding({ mode: 'commit', files: 3, paths: ['a'], commit }),
        describeLanding({ mode: 'branch', files: 3, paths: ['a'], commit, branch: 'devs/fix' }),
      ],
      [
        'landed in the workspace: 1 file',
        'landed in the workspace as commit 01234567: 3 files',
        'landed on the branch devs/fix as commit 01234567: 3 files',
      ],
    );
  });
});
