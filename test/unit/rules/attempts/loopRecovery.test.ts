import assert from 'node:assert/strict';
import { detectLoop } from '../../../../src/rules/attempts/detectLoop';
import {
  LOOP_PRESETS,
  type DetectedLoop,
  type LoopResult,
} from '../../../../src/model/task/attempt';
import { attempt, attempts, history } from './attempts';

const POLICY = LOOP_PRESETS.recommended;

/** The loop that was found; fails where none was. */
function loop(result: LoopResult): DetectedLoop {
  assert.ok(result.isLooping, 'no loop was found');
  return result;
}

describe('the loop-recovery decision: loop detection', () => {
  it('Test 1: Completed Task Revisit', () => {
    const own = attempts(4, { status: 'done', completedWork: ['Implemented dashboard.tsx'] });
    const found = loop(detectLoop(history(own), POLICY));
    assert.equal(found.loopType, 'completed_task_revisit');
    assert.equal(found.recommendation, 'force_next');
    assert.equal(found.attemptCount, 4);
    assert.equal(found.level, 'stuck');
  });

  it('Test 2: Blocked Task Spin', () => {
    const blockers = ['critic:design_system unavailable'];
    const found = loop(detectLoop(history(attempts(3, { status: 'blocked', blockers })), POLICY));
    assert.equal(found.loopType, 'blocked_task_spin');
    assert.equal(found.recommendation, 'unblock_authority');
    assert.deepEqual(found.blockers, blockers);
    assert.equal(found.attemptCount, 3);
  });

  it('Test 3: No Progress Repeat', () => {
    const own = attempts(5, { completedWork: ['Read file A', 'Parse config'] });
    const found = loop(detectLoop(history(own), POLICY));
    assert.equal(found.loopType, 'no_progress_repeat');
    assert.equal(found.recommendation, 'force_next');
    assert.equal(found.attemptCount, 5);
  });

  it('Before and After Loop Detection: the fourth visit to a task that is done does not come', () => {
    const said = [
      'Checking if task complete...',
      'Verifying implementation...',
      'Running final checks...',
    ];
    const own = said.map((work, index) =>
      attempt(index + 1, { status: 'done', completedWork: [work], changed: false }),
    );
    for (const visited of [1, 2])
      assert.equal(detectLoop(history(own.slice(0, visited)), POLICY).isLooping, false);
    const found = loop(detectLoop(history(own), POLICY));
    assert.equal(found.loopType, 'completed_task_revisit');
    assert.equal(found.recommendation, 'force_next');
    assert.equal(
      found.message,
      'T1 was attempted 3 times although it is done, without a new result.',
    );
  });
});

describe('the loop-recovery decision: safety guarantees', () => {
  describe('1. No False Positives on Active Work', () => {
    it('same status across attempts: one that differs ends the run', () => {
      for (const status of ['done', 'blocked', 'in_progress'] as const) {
        const other = status === 'done' ? 'in_progress' : 'done';
        const own = attempts(5, (number) => ({
          status: number === 4 ? other : status,
          blockers: ['x is missing'],
          completedWork: ['a'],
        }));
        assert.equal(detectLoop(history(own), POLICY).isLooping, false, status);
      }
    });

    it('same blockers: other ones are another matter', () => {
      const own = attempts(6, (number) => ({
        status: 'blocked',
        blockers: [`module ${number} is missing`],
      }));
      assert.equal(detectLoop(history(own), POLICY).isLooping, false);
    });

    it('same completed work: different work each attempt is no loop', () => {
      for (const status of ['done', 'blocked', 'in_progress'] as const) {
        const own = attempts(12, (number) => ({
          status,
          blockers: status === 'blocked' ? ['x is missing'] : [],
          completedWork: [`Implemented step ${number}`],
          changed: true,
        }));
        assert.equal(detectLoop(history(own), POLICY).isLooping, false, status);
      }
    });

    it('within the time window: attempts that lie further back are none', () => {
      const own = attempts(3, { status: 'done', completedWork: ['a'] });
      const late = { now: new Date(Date.parse(own[0]!.at) + POLICY.attemptWindow + 1) };
      assert.equal(detectLoop(history(own), POLICY).isLooping, true);
      assert.equal(detectLoop(history(own, late), POLICY).isLooping, false);
    });

    it('minimum attempts: two are none', () => {
      for (const status of ['done', 'blocked', 'in_progress'] as const) {
        const own = attempts(2, { status, blockers: ['x is missing'], completedWork: ['a'] });
        assert.equal(detectLoop(history(own), POLICY).isLooping, false, status);
      }
    });
  });

  it('2. Unblock Authority is Scoped: it counts for the blockers that it was granted for, and no others', () => {
    const granted = { blockers: ['critic:leakage unavailable'], attempt: 3 };
    const own = [
      ...attempts(3, { status: 'blocked', blockers: granted.blockers }),
      ...[4, 5, 6].map((number) =>
        attempt(number, { status: 'blocked', blockers: ['the schema is missing'] }),
      ),
    ];
    const found = loop(detectLoop(history(own, { authority: granted }), POLICY));
    assert.equal(found.recommendation, 'unblock_authority');
    assert.deepEqual(found.blockers, ['the schema is missing']);
    assert.equal(found.taskId, 'T1');
  });

  describe('3. Escalation Fallback', () => {
    const spin = attempts(3, { status: 'blocked', blockers: ['critic:leakage unavailable'] });

    it('enableAutoUnblock: false asks a human', () => {
      const found = loop(detectLoop(history(spin), { ...POLICY, enableAutoUnblock: false }));
      assert.equal(found.recommendation, 'escalate');
    });

    it('a loop that persists after unblock authority asks a human after one more attempt', () => {
      const authority = { blockers: ['critic:leakage unavailable'], attempt: 3 };
      const untried = loop(detectLoop(history(spin, { authority }), POLICY));
      assert.deepEqual([untried.level, untried.recommendation], ['suspect', 'continue']);

      const more = attempt(4, { status: 'blocked', blockers: ['critic:leakage unavailable'] });
      const found = loop(detectLoop(history([...spin, more], { authority }), POLICY));
      assert.equal(found.recommendation, 'escalate');
      assert.equal(found.attemptCount, 4);
      assert.equal(found.message, 'No progress despite unblock authority.');
    });
  });

  it('4. Evidence Preservation: time, status, blockers and session of each attempt', () => {
    const own = attempts(4, {
      status: 'blocked',
      blockers: ['critic:leakage unavailable'],
      completedWork: ['Read the report'],
    });
    const { evidence } = loop(detectLoop(history(own), POLICY));
    assert.deepEqual(
      evidence,
      own.map(({ number, taskId, at, status, blockers, completedWork, sessionId, agent }) => ({
        number,
        taskId,
        at,
        status,
        blockers,
        completedWork,
        sessionId,
        agent,
      })),
    );
  });
});
