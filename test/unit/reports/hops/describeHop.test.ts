import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Hop, InTurnLoop } from '../../../../src/model/hops/hop';
import {
  describeHop,
  describeHopOutcome,
  describeRequests,
  describeSameRequests,
  describeStopReason,
  edgeLevel,
  provingHops,
  shownDuration,
  shownHopOutcome,
  type TurnHop,
} from '../../../../src/reports/hops/describeHop';
import type { ReportedTurn } from '../../../../src/model/report/pauseReport';
import type { TurnOutcome } from '../../../../src/model/turn/turn';

const HOP: Hop = {
  number: 1,
  kind: 'edge',
  from: 'planner',
  to: 'coder',
  reason: '',
  request: '',
  outcome: 'answered',
  answer: '',
  startedAt: '2026-11-21T21:30:00.000Z',
  transcript: '',
};

function at(turn: number, number: number): TurnHop {
  return { ...HOP, turn, number };
}

function turn(number: number, outcome: TurnOutcome): ReportedTurn {
  return {
    number,
    at: '2026-11-21T21:30:00.000Z',
    taskId: 'a',
    outcome,
    agentEnd: { kind: 'exit', code: 0 },
    firstLines: '',
    responseHash: '',
    state: '',
    durationMs: 0,
    pivotDirective: 0,
    reason: '',
    changedFiles: [],
    newlyFailing: [],
    newlyPassing: [],
  };
}

const LOOP: InTurnLoop = { detector: 'edge cycle', message: 'it goes round', hops: [1, 3] };

describe('hops in words', () => {
  it('say that a count was reset since an earlier hop', () => {
    const edge = { name: 'planner_to_coder', count: 1, limit: 5 } as const;
    assert.equal(describeHop({ ...HOP, edge }), 'planner → coder 1/5');
    const reset = { ...edge, countedAnew: true } as const;
    assert.equal(describeHop({ ...HOP, edge: reset }), 'planner → coder 1/5 since a reset');
  });

  it('takes a hop that nobody ended for cut off, unless its turn runs', () => {
    const left = { ...at(2, 1), outcome: 'running' } as const;
    const shown = (runningTurn?: number) => [
      describeHopOutcome(left, runningTurn),
      shownHopOutcome(left, runningTurn),
    ];
    assert.deepEqual(shown(2), ['at work', 'running']);
    assert.deepEqual(shown(3), ['interrupted', 'cutOff']);
    assert.deepEqual(shown(undefined), ['interrupted', 'cutOff']);
    assert.equal(describeHopOutcome(HOP), 'answered');
  });

  it('are who works for whom, with the edge where there is one', () => {
    assert.equal(describeHop(HOP), 'planner → coder');
    const edge = { name: 'planner_to_coder', count: 2, limit: 5 } as const;
    assert.equal(describeHop({ ...HOP, edge }), 'planner → coder 2/5');
    const asked = { from: 'backend', to: 'security', total: 3 };
    assert.equal(describeRequests({ ...asked, repeated: 0 }), 'backend → security 3');
    assert.equal(describeRequests({ ...asked, repeated: 2 }), 'backend → security 3, 2 repeated');
  });

  it('name earlier ones by turn and number', () => {
    assert.equal(describeSameRequests({ turn: 3 }), '');
    assert.equal(describeSameRequests({ turn: 3, sameAs: [] }), '');
    assert.equal(describeSameRequests({ turn: 3, sameAs: ['2'] }), 'the same as 3.2');
    assert.equal(
      describeSameRequests({ turn: 3, sameAs: ['2', '1/4'] }),
      'the same as 3.2 and 1.4',
    );
    assert.equal(
      describeSameRequests({ turn: 3, sameAs: ['2', '1/4', '1/5'] }),
      'the same as 3.2, 1.4 and 1 more',
    );
  });

  it('tell how long they took where somebody worked', () => {
    assert.deepEqual([{}, { durationMs: 99 }, { durationMs: 100 }].map(shownDuration), [
      undefined,
      undefined,
      100,
    ]);
  });

  it('tell how near an edge is to its limit, whatever the numbers', () => {
    const level = (count: number, limit: number) => edgeLevel({ count, limit });
    assert.deepEqual(
      [level(0, 5), level(3, 5), level(4, 5), level(5, 5), level(6, 5), level(0, 1), level(1, 1)],
      ['none', 'low', 'high', 'full', 'full', 'none', 'full'],
    );
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 100 }), (count, limit) => {
        return (level(count, limit) === 'full') === count >= limit;
      }),
    );
  });

  it('prove a loop of the last counted turn alone', () => {
    const hops = [at(1, 1), at(1, 3), at(2, 1), at(2, 2), at(2, 3)];
    const proof = [at(2, 1), at(2, 3)];
    const turns = [turn(1, 'no_progress'), turn(2, 'no_progress'), turn(3, 'interrupted')];
    assert.deepEqual(provingHops({ hops, inTurnLoop: LOOP, turns }), proof);
    assert.deepEqual(provingHops({ hops: [...hops, at(3, 1)], inTurnLoop: LOOP, turns }), proof);
    assert.deepEqual(provingHops({ hops, inTurnLoop: LOOP, turns: [] }), proof);
    assert.deepEqual(provingHops({ hops, turns }), []);
    assert.deepEqual(provingHops({ inTurnLoop: LOOP, turns }), []);
  });

  it('say why a task was stopped, unless its strategies or a limit of the run did', () => {
    const stopReason = 'The tests disagree.';
    assert.equal(describeStopReason({ reason: 'QUESTION', stopReason }), stopReason);
    assert.equal(describeStopReason({ reason: 'MAX_PIVOTS_EXCEEDED', stopReason }), '');
    assert.equal(
      describeStopReason({ reason: 'MAX_PIVOTS_EXCEEDED', stopReason, inTurnLoop: LOOP }),
      'it goes round',
    );
    assert.equal(
      describeStopReason({ reason: 'MAX_LOOP_EDGE', inTurnLoop: LOOP }),
      'it goes round',
    );
    assert.equal(describeStopReason({ reason: 'GAVE_UP' }), '');
  });
});
