import assert from 'node:assert/strict';
import type { TurnMark } from '../../../src/model/overview/overview';
import { findingChoices, hasSeveralFindings } from '../../../src/vscode/prompts/findingChoices';
import { aTask } from '../cli/fakeApp';

const SAME = 'the same call with the same result';

function mark(number: number, dismissed?: boolean): TurnMark {
  return {
    ...{ number, taskId: 'fix-rounding', outcome: 'no_progress', pivot: false, at: '' },
    ...{ durationMs: 1, failingTests: undefined, testsRun: undefined, failure: undefined },
    ...{ checkpoint: false, reason: `\`npm\`\u202e ${number}` },
    ...(dismissed !== undefined && { finding: { detector: 'repeated call', dismissed } }),
  };
}

describe('the choices of "This Was Not a Loop"', () => {
  it('are the loops in steps that nobody called none, newest first', () => {
    const task = aTask('fix-rounding', {
      status: 'pending',
      turns: [mark(1, false), mark(2), mark(3, true), mark(4, false)],
    });
    assert.deepEqual(findingChoices(task), [
      {
        ...{ label: `Turn 4: ${SAME}`, detail: '"npm"\\u{202e} 4' },
        value: { kind: 'turn', turn: 4 },
      },
      {
        ...{ label: `Turn 1: ${SAME}`, detail: '"npm"\\u{202e} 1' },
        value: { kind: 'turn', turn: 1 },
      },
    ]);
    assert.equal(hasSeveralFindings(task), true);
  });

  it('begin with all of them for a task that needs a human', () => {
    const task = aTask('fix-rounding', {
      status: 'blocked',
      turns: [mark(1, false), mark(2, false)],
    });
    assert.deepEqual(findingChoices(task)[0]?.value, { kind: 'all' });
  });

  it('are not asked for where only one can be meant', () => {
    assert.equal(
      hasSeveralFindings(
        aTask('fix-rounding', { turns: [mark(1), mark(2, true), mark(3, false)] }),
      ),
      false,
    );
  });
});
