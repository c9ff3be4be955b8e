import assert from 'node:assert/strict';
import { crossValidate } from '../../bench/detection/crossValidation';
import type { LabelledRecording } from '../../bench/detection/loadRuns';
import type { RunLabels } from '../../bench/detection/labels';

/** A run that makes the same call `times` times, after a first other one. */
function repeatingRun(id: string, times: number, labels: RunLabels): LabelledRecording {
  const steps = Array.from({ length: times + 1 }, (_, number) => ({
    ...{ number, tool: 'run', args: number === 0 ? 'make' : 'make check' },
    ...{ result: number === 0 ? 'built' : 'Error: no rule to make target check', thought: '' },
  }));
  return { id, file: 'runs.jsonl', steps, labels };
}

const loop = (id: string, times: number): LabelledRecording =>
  repeatingRun(id, times, { repetitionAt: [2, 3] });
const solved = (id: string, times: number): LabelledRecording =>
  repeatingRun(id, times, { repetitionAt: [], resolved: true });

describe('the cross-validation of the limits', () => {
  it('keeps the built-in limits where no others find more', () => {
    const validations = crossValidate([loop('a', 4), loop('b', 4), solved('c', 1), solved('d', 1)]);
    assert.deepEqual(
      validations.map(({ chosen, score, builtIn }) => [chosen, score.found, builtIn.found]),
      [
        [{}, 1, 1],
        [{}, 1, 1],
      ],
    );
  });

  it('chooses limits on one half and scores them on the other', () => {
    const [first, second] = crossValidate([loop('a', 2), loop('b', 4), solved('c', 1)]);
    assert.deepEqual(first?.chosen, { repeatedCalls: 2 });
    assert.equal(first.score.found, 1);
    assert.deepEqual(second?.chosen, {});
    assert.deepEqual([second.score.found, second.builtIn.found], [0, 0]);
  });

  it('does not choose limits that raise alarms', () => {
    const runs = [loop('a', 2), loop('b', 2), solved('c', 2), solved('d', 2)];
    for (const { chosen, score } of crossValidate(runs)) {
      assert.deepEqual(chosen, {});
      assert.equal(score.alarms.clean.fired, 0);
    }
  });
});
