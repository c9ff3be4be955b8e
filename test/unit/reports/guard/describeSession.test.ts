import assert from 'node:assert/strict';
import type { GuardedLoop, GuardedSession } from '../../../../src/model/guard/guardedSession';
import { describeSession } from '../../../../src/reports/guard/describeSession';

const NOW = new Date(2026, 10, 28, 12, 0);
const LOOP: GuardedLoop = {
  at: new Date(2026, 10, 28, 11, 30).toISOString(),
  step: 9,
  message: 'Bash npm test gave the same result 4 times',
  advice: 'Look at the test.',
  answer: 'refusal',
  loop: {
    detector: 'repeated call',
    message: 'Bash npm test gave the same result 4 times',
    hops: [],
    steps: [{ number: 9, tool: 'Bash', call: 'npm test', result: '1 failing' }],
    count: 4,
  },
};

function sessionWith(changes: Partial<GuardedSession>): GuardedSession {
  return {
    ...{ agent: 'claude', id: 's1', file: '/s1', status: 'working', folder: '/shop' },
    ...{ asked: 'fix it', startedAt: LOOP.at, lastAt: LOOP.at, steps: 11, recent: [], loops: [] },
    ...changes,
  };
}

describe('a guarded session in words', () => {
  it('tells the step that runs, else how many there were', () => {
    const current = { tool: 'Bash', call: 'npm test' };
    assert.equal(describeSession(sessionWith({ current }), NOW).now, 'step 12: Bash npm test');
    assert.equal(describeSession(sessionWith({}), NOW).now, '11 steps');
  });

  it('tells the newest loop first, with its proof, and what the agent was answered', () => {
    const ended = { ...LOOP, message: 'Another', answer: 'end' } as const;
    const { loops, canDismiss } = describeSession(sessionWith({ loops: [LOOP, ended] }), NOW);
    assert.deepEqual(
      loops.map(({ at, message, answer }) => [at, message, answer]),
      [
        ['11:30', 'Again: Another.', 'Devs ended the turn.'],
        [
          '11:30',
          'Bash npm test gave the same result 4 times.',
          'Devs refused the next tool call and told the agent why.',
        ],
      ],
    );
    assert.match(loops[1]?.foundBy ?? '', /step 9/);
    assert.equal(canDismiss, true);
  });

  it('tells two loops of the same kind apart: where each was found, and which came again', () => {
    const again = { ...LOOP, step: 18, answer: 'end' } as const;
    const { loops } = describeSession(sessionWith({ loops: [LOOP, again] }), NOW);
    assert.deepEqual(
      loops.map(({ place, message }) => [place, message]),
      [
        ['step 18', 'Again: Bash npm test gave the same result 4 times.'],
        ['step 9', 'Bash npm test gave the same result 4 times.'],
      ],
    );
    const other = { ...again, loop: { ...LOOP.loop!, answer: '2 failing' } };
    const described = describeSession(sessionWith({ loops: [LOOP, other] }), NOW);
    assert.doesNotMatch(described.loops[0]?.message ?? '', /^Again/);
  });

  it('tells that its files were rewound', () => {
    const rewound = { at: new Date(2026, 10, 28, 11, 38).toISOString(), toTurn: 0 };
    assert.equal(
      describeSession(sessionWith({ rewound }), NOW).rewound,
      'Files rewound at 11:38 to their state before prompt 1.',
    );
  });

  it('does not say that it ended a turn of an agent whose hooks cannot', () => {
    const loops = [{ ...LOOP, answer: 'end' } as const];
    const told = describeSession(sessionWith({ agent: 'codex', loops }), NOW);
    assert.equal(
      told.loops[0]?.answer,
      'Devs refuses every tool call of the agent until your next prompt.',
    );
  });

  it('tells a snooze only until it is over, and a dismissed loop as such', () => {
    const until = (minute: number): string => new Date(2026, 10, 28, 12, minute).toISOString();
    const loops = [{ ...LOOP, isDismissed: true } as const];
    const snoozed = describeSession(sessionWith({ snoozedUntil: until(30), loops }), NOW);
    assert.equal(snoozed.snoozed, 'Snoozed until 12:30.');
    assert.equal(snoozed.loops[0]?.answer, 'You said that this was not a loop.');
    assert.equal(snoozed.canDismiss, false);
    assert.equal(describeSession(sessionWith({ snoozedUntil: until(-5) }), NOW).snoozed, undefined);
  });
});
