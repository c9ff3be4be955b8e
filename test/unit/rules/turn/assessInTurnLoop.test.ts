import assert from 'node:assert/strict';
import { countEntropy, assessInTurnLoop } from '../../../../src/rules/turn/assessInTurnLoop';
import type { InTurnLoop } from '../../../../src/model/hops/hop';

const LOOP: InTurnLoop = { detector: 'collaboration loop', message: 'again', hops: [1, 4] };

describe('a turn without progress', () => {
  const steps: readonly (readonly [what: string, rounds: number, loop: boolean, steps: number])[] =
    [
      ['in which nobody asked anything twice is one step', 0, false, 1],
      ['adds one for each repeated request', 2, false, 3],
      ['that repeated requests have ended is these alone', 3, true, 3],
      ['is one step at least', 0, true, 1],
    ];
  for (const [what, rounds, loop, expected] of steps)
    it(what, () => {
      assert.equal(countEntropy({ rounds, ...(loop && { inTurnLoop: LOOP }) }), expected);
    });

  it('that another loop has ended is a step of its own', () => {
    assert.equal(countEntropy({ rounds: 1, inTurnLoop: { ...LOOP, detector: 'edge limit' } }), 2);
  });
});

describe('a loop inside a turn', () => {
  it('is stuck, with the turn and its hops as proof', () => {
    assert.deepEqual(assessInTurnLoop(7, LOOP), {
      ...{ level: 'stuck', detector: 'collaboration loop', evidence: [7] },
      ...{ hops: [1, 4], message: 'again' },
    });
  });

  it('names the steps where steps of an agent prove it', () => {
    const steps = [11, 14].map((number) => ({ number, tool: 'Bash', call: 'ls', result: '' }));
    const loop: InTurnLoop = { detector: 'repeated call', message: 'again', hops: [2], steps };
    assert.deepEqual(assessInTurnLoop(7, loop), {
      ...{ level: 'stuck', detector: 'repeated call', evidence: [7] },
      ...{ hops: [2], steps: [11, 14], message: 'again' },
    });
  });

  it('is none where there is none', () => {
    assert.deepEqual(assessInTurnLoop(7, undefined), { level: 'none' });
  });
});
