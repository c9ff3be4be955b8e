import assert from 'node:assert/strict';
import type { InTurnLoop } from '../../../../src/model/hops/hop';
import { describeStagedLoop } from '../../../../src/model/hops/loopStage';
import { failsStrategy } from '../../../../src/model/turn/verdict';
import { evaluateTurn, type TurnEvidence } from '../../../../src/rules/turn/evaluateTurn';
import {
  countStepLoops,
  findLoopStage,
  findToldLoop,
  type StagedTurn,
} from '../../../../src/rules/turn/loopStage';
import { OPEN } from './openTurn';

const UNTOLD: InTurnLoop = { detector: 'repeated call', message: 'Again.', hops: [] };
const LOOP: InTurnLoop = { ...UNTOLD, told: true };
const HOPS: InTurnLoop = { detector: 'edge cycle', message: 'Round', hops: [1, 2] };

const NO_LOOP: StagedTurn = {
  id: 'turn',
  taskId: 'fix',
  outcome: 'no_progress',
  strategyNumber: 1,
};

function turn(change: Partial<StagedTurn> = {}): StagedTurn {
  return { ...NO_LOOP, inTurnLoop: LOOP, ...change };
}

describe('the stage of a loop in the steps of an agent', () => {
  it('is 1 for the first of a strategy and 2 for every later one', () => {
    assert.deepEqual(
      [0, 1, 2].map((earlier) => findLoopStage(LOOP, earlier)),
      [1, 2, 2],
    );
  });

  it('does not exist for loops between agents, whose limits are their own, nor without a loop', () => {
    assert.equal(findLoopStage(HOPS, 0), undefined);
    assert.equal(findLoopStage(undefined, 1), undefined);
  });

  it('is counted over the counted turns of one strategy, of any task and any detector, without those called no loop', () => {
    const turns = [
      turn({ strategyNumber: 1 }),
      turn({ strategyNumber: 2, taskId: 'part' }),
      turn({ strategyNumber: 2, inTurnLoop: { ...LOOP, detector: 'undone edits' } }),
      turn({ strategyNumber: 2, inTurnLoop: HOPS }),
      turn({ strategyNumber: 2, outcome: 'not_agent' }),
      { ...NO_LOOP, strategyNumber: 2, outcome: 'progress' } as const,
      turn({ strategyNumber: 2, id: 'none' }),
    ];
    const dismissed = new Set(['none']);
    assert.deepEqual(
      [1, 2, 3].map((strategyNumber) => countStepLoops(turns, { strategyNumber, dismissed })),
      [1, 2, 0],
    );
  });
});

describe('the loop that the next prompt states', () => {
  const at = { taskId: 'fix', strategyNumber: 1, dismissed: new Set<string>() };

  it('is the one that ended the last counted turn of the task', () => {
    const turns = [
      turn(),
      turn({ taskId: 'part', inTurnLoop: HOPS }),
      { ...NO_LOOP, outcome: 'interrupted' } as const,
      { ...NO_LOOP, outcome: 'not_agent' } as const,
    ];
    assert.equal(findToldLoop(turns, at), LOOP);
  });

  it('is none after a further counted turn, in another strategy, where it is not to be told, and where it was called no loop', () => {
    assert.equal(findToldLoop([turn(), NO_LOOP], at), undefined);
    assert.equal(findToldLoop([turn()], { ...at, strategyNumber: 2 }), undefined);
    assert.equal(findToldLoop([turn({ inTurnLoop: { ...UNTOLD, stage: 2 } })], at), undefined);
    assert.equal(findToldLoop([turn()], { ...at, dismissed: new Set(['turn']) }), undefined);
  });
});

describe('the first loop of a strategy', () => {
  const judge = (change: Partial<TurnEvidence>): unknown => {
    const judgement = evaluateTurn({ ...OPEN, inTurnLoop: UNTOLD, ...change });
    assert.ok(judgement.kind === 'no_progress');
    const { loop, verdict } = judgement;
    return [loop?.stage, loop?.told, failsStrategy(verdict)];
  };

  it('is told unless the strategy fails anyway, or the turn ends the task in another way', () => {
    assert.deepEqual(judge({}), [1, true, false]);
    assert.deepEqual(judge({ entropy: 2 }), [1, undefined, true]);
    assert.deepEqual(judge({ exits: true }), [1, undefined, false]);
    assert.deepEqual(judge({ stepLoops: 1 }), [2, undefined, true]);
  });
});

describe('the words for a loop', () => {
  it('name its stage and what follows', () => {
    assert.deepEqual(
      [
        { ...LOOP, stage: 1 as const },
        { ...UNTOLD, stage: 1 as const },
        { ...UNTOLD, stage: 2 as const },
        HOPS,
      ].map(describeStagedLoop),
      [
        'Stopped for a loop (1 of 2): Again. The next prompt tells the agent',
        'Stopped for a loop (1 of 2): Again',
        'Stopped for a loop (2 of 2): Again. The strategy has failed',
        'Round',
      ],
    );
  });
});
