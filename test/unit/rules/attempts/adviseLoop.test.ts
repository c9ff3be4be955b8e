import assert from 'node:assert/strict';
import { adviseLoop } from '../../../../src/rules/attempts/adviseLoop';
import type { DetectedLoop } from '../../../../src/model/task/attempt';

function advice(change: Partial<DetectedLoop>): string {
  return adviseLoop({
    ...{ isLooping: true, taskId: 'a', loopType: 'blocked_task_spin', level: 'stuck' },
    ...{ attemptCount: 3, recommendation: 'escalate', blockers: [], tasks: ['a'] },
    ...{ evidence: [], message: '' },
    ...change,
  });
}

describe('advice about a loop over attempts that was escalated', () => {
  it('is to remove the blocker, or to tell how to do without', () => {
    assert.match(
      advice({ blockers: ['critic unavailable'] }),
      /^Remove the blocker yourself, .*hint/,
    );
    assert.match(advice({ blockers: ['no critic', 'no font'] }), /^Remove the blockers yourself/);
  });

  it('is the remedy where only a human can remove it', () => {
    const blockers = ['critic unavailable', 'missing auth token'];
    assert.match(advice({ blockers }), /^Log in on this machine/);
  });

  it('is to reconcile tasks that take turns', () => {
    const cycle = advice({ loopType: 'cross_task_cycle', tasks: ['a', 'b', 'c'] });
    assert.match(cycle, /goals of a, b and c contradict.*dependsOn.*resume a\.$/);
  });

  it('is a hint or a smaller task otherwise', () => {
    assert.match(advice({ loopType: 'no_progress_repeat' }), /hint.*split the task/);
  });
});
