import assert from 'node:assert/strict';
import { loopLog } from '../../../../src/reports/task/loopLog';
import { eventOf } from '../../../support/sampleEvents';

const SPIN = {
  ...{ loopType: 'blocked_task_spin', taskId: 'T3.4.3', attemptCount: 3 },
  recommendation: 'unblock_authority',
};
const PLACE = { taskId: 'T3.4.3' };

describe('the log of loops over attempts', () => {
  it('has the lines of the loop-recovery decision, word for word', () => {
    const events = [
      eventOf('loop_detected', SPIN, PLACE),
      eventOf(
        'loop_recovery',
        { action: 'unblock_authority', loop_type: 'blocked_task_spin', attemptCount: 3 },
        PLACE,
      ),
    ];
    assert.deepEqual(events.flatMap(loopLog), [
      'Loop detected: blocked_task_spin, taskId=T3.4.3, attemptCount=3, recommendation=unblock_authority',
      'Granting unblock authority for T3.4.3',
      'Loop recovery applied: unblock_authority',
    ]);
  });

  it('names every other recovery, and grants no authority with it', () => {
    for (const action of ['force_next', 'escalate']) {
      assert.deepEqual(
        loopLog(eventOf('loop_recovery', { action, loop_type: 'no_progress_repeat' })),
        [`Loop recovery applied: ${action}`],
      );
    }
  });

  it('has nothing about suspicions, loops of turns, questions without a loop, and other events', () => {
    const events = [
      eventOf('loop_detected', { ...SPIN, level: 'suspect' }),
      eventOf('loop_detected'),
      eventOf('loop_recovery', { action: 'escalate' }),
      eventOf('run_ended'),
    ];
    assert.deepEqual(events.flatMap(loopLog), []);
  });
});
