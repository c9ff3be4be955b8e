import assert from 'node:assert/strict';
import { replayRun } from '../../../src/app/read/replayRecordings';
import { BUILT_IN_LIMITS } from '../../../src/model/config/limits';
import { savedPositions } from '../../../src/model/steps/savedPositions';
import type { Step } from '../../../src/model/steps/step';

/** A check that fails in the same way at each step; the user speaks before some of them. */
function saved(count: number, asked: Readonly<Record<number, string>> = {}): readonly number[] {
  const steps = Array.from({ length: count }, (_, at): Step => {
    const step = { tool: 'Bash', args: 'npm test', result: 'TypeError: no cents', thought: '' };
    const words = asked[at];
    return { number: 10 * at, ...step, ...(words === undefined ? {} : { asked: words }) };
  });
  const run = { id: 'a', file: 'a.jsonl', steps };
  return savedPositions(replayRun(run, BUILT_IN_LIMITS));
}

describe('the steps that would not have been taken', () => {
  it('are all that came after a loop was proved', () => {
    assert.deepEqual(saved(6), [3, 4, 5]);
    assert.deepEqual(saved(3), []);
    assert.deepEqual(saved(2), []);
  });

  it('are those up to the next word of the user, after each loop anew', () => {
    assert.deepEqual(saved(12, { 0: 'Go.', 5: 'Once more.' }), [3, 4, 8, 9, 10, 11]);
    assert.deepEqual(saved(7, { 5: 'Once more.' }), [3, 4]);
    assert.deepEqual(saved(6, { 3: 'Once more.' }), []);
  });
});
