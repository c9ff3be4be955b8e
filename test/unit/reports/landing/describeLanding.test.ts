import assert from 'node:assert/strict';
import { describeStatus } from '../../../../src/reports/run/statusWords';
import { summariseTasks } from '../../../../src/reports/task/summariseTasks';
import {
  describeLanding,
  describeLandingNow,
  describeLandingPhase,
} from '../../../../src/reports/landing/describeLanding';
import { WAITS_TO_LAND } from '../../../support/landingTask';

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

  it('say whether it waits, after which task, or lands now', () => {
    const after = { id: 'x', title: 'X' };
    assert.deepEqual(
      [
        describeLandingNow(WAITS_TO_LAND),
        describeLandingNow({ kind: 'waits', place: 23, after }),
        describeLandingNow({ kind: 'lands' }),
        describeLandingNow({ kind: 'verifies' }),
      ],
      [
        'Waiting to land (2nd, after “Fix the parser”)',
        'Waiting to land (23rd, after “X”)',
        'Landing',
        'Landing: verifying the merged files',
      ],
    );
    assert.deepEqual(
      [
        describeLandingPhase({ kind: 'waits', after: ['a', 'parser'] }),
        describeLandingPhase({ kind: 'lands' }),
        describeLandingPhase({ kind: 'verifies' }),
      ],
      ['waits to land (3rd, after parser)', 'lands', 'lands: verifying the merged files'],
    );
  });

  it('are the status of a task at work, and are counted', () => {
    const waiting = { status: 'in_progress', unverified: false, landing: WAITS_TO_LAND } as const;
    assert.equal(
      describeStatus(waiting, 'RUNNING'),
      'Waiting to land (2nd, after “Fix the parser”)',
    );
    const tasks = [waiting, waiting, { ...waiting, landing: { kind: 'lands' } as const }];
    assert.equal(summariseTasks(tasks), '0 of 3 done · 2 wait to land');
  });
});
