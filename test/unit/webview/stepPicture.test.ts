import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  describeCall,
  describeNow,
  describeSuspicion,
  mergeSteps,
} from '../../../webview/stepPicture';
import type { RunningSteps } from '../../../src/model/steps/step';
import { askedQuestion, askedToRun } from '../../support/askedSamples';
import { visibleLine, visibleText } from '../../../src/text/visibleText';
import { PROOF, runningSteps, suspicion } from './stepTasks';
import { anyCodePoint } from '../../support/anyCodePoint';

describe('steps in words', () => {
  it('say what the agent does, and that it does nothing between steps', () => {
    assert.deepEqual(describeNow(runningSteps()), { at: 'step 12', call: 'Bash npm test' });
    const { current, ...resting } = runningSteps();
    assert.ok(current);
    assert.deepEqual(describeNow(resting), { at: '', call: 'between steps' });
  });

  it('say what the agent waits for instead: you, or its service', () => {
    const { current, ...resting } = runningSteps();
    const asks = [askedToRun()];
    const questions = [askedQuestion({ outcome: 'answered' }), askedQuestion({ id: '2' })];
    for (const steps of [resting, { ...resting, current: current ?? assert.fail() }]) {
      const waits = (more: Partial<RunningSteps>): string => {
        const { at, call } = describeNow({ ...steps, ...more });
        return at + call;
      };
      assert.equal(waits({ asks }), 'waits for your permission');
      assert.equal(waits({ questions, notice: 'overloaded' }), 'waits for your answer');
      assert.equal(waits({ notice: 'overloaded' }), 'overloaded');
    }
    const answered = { ...resting, questions: questions.slice(0, 1) };
    assert.deepEqual(describeNow(answered), { at: '', call: 'between steps' });
  });

  it('tell a suspicion from a loop', () => {
    assert.equal(describeSuspicion(suspicion), 'Maybe a loop: the same call with the same result');
    assert.equal(
      describeSuspicion({ ...suspicion, level: 'stuck' }),
      'Loop: the same call with the same result',
    );
  });

  it('stand once with all their numbers where they are the same', () => {
    assert.deepEqual(
      mergeSteps(PROOF).map(({ numbers, step }) => [step.tool, numbers]),
      [
        ['Bash', [14, 16, 18]],
        ['Edit', [15, 17, 19]],
      ],
    );
  });

  it('are one line of bounded length, whatever the agent wrote, with nothing that cannot be seen', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCodePoint }),
        fc.string({ unit: anyCodePoint }),
        (tool, call) => {
          const line = describeCall({ tool, call });
          assert.ok(!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line), JSON.stringify(line));
        },
      ),
      { numRuns: 50 },
    );
    assert.ok(describeCall({ tool: 'Bash', call: 'x'.repeat(10_000_000) }).length <= 240);
    assert.equal(visibleLine('a\u202eb\u0007', 20), 'a\\u{202e}b\\u{7}');
    assert.equal(visibleText('a\n\tb\u0000'), 'a\n\tb\\u{0}');
  });
});
