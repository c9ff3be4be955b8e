import { deepEqual } from 'node:assert/strict';
import type { KeptHistory } from '../../../../src/rules/retention/keptHistory';
import { planRetention, type RetentionLimits } from '../../../../src/rules/retention/planRetention';
import {
  aHistory,
  aKeptRewind,
  aKeptTask,
  aKeptTurn,
  aTranscript,
  daysAgo,
  hoursAgo,
  inWords,
  LIMITS,
  NOW,
  turnsAt,
} from './histories';

function byAge(history: KeptHistory, limits: Partial<RetentionLimits> = {}, now = NOW) {
  return inWords(planRetention(history, { ...LIMITS, ...limits }, now).byAge);
}

function toShrink(history: KeptHistory, now = NOW) {
  return inWords(planRetention(history, { ...LIMITS, keepDays: 0 }, now).toShrink);
}

/** Turns 1 to 3: the middle one is no landmark. */
const OLD = [daysAgo(90), daysAgo(80), daysAgo(70)];
const MIDDLE_GOES = ['checkpoints a-1 (old)', 'turn a-2 (old)', 'checkpoints a-3 (old)'];

describe('what goes by age', () => {
  const finished = ['done', 'done_partial', 'skipped'] as const;
  for (const status of finished)
    it(`is what is older than keepDays of a task that is ${status}`, () => {
      const history = aHistory({
        tasks: [aKeptTask('a', { status })],
        turns: turnsAt('a', [...OLD, daysAgo(29), daysAgo(28)]),
      });
      deepEqual(byAge(history), ['checkpoints a-1 (old)', 'turn a-2 (old)', 'turn a-3 (old)']);
    });

  const unfinished = [
    'pending',
    'in_progress',
    'blocked',
    'aborted_stuck',
    'PAUSED_FOR_INTERVENTION',
  ] as const;
  for (const status of unfinished) {
    it(`is nothing of a task that is ${status}`, () => {
      const turns = turnsAt('a', OLD);
      deepEqual(byAge(aHistory({ tasks: [aKeptTask('a', { status })], turns })), []);
    });

    it(`is what is old of a task that was ${status} when it was taken out of devs.yaml`, () => {
      const tasks = [aKeptTask('a', { status, hidden: true })];
      deepEqual(byAge(aHistory({ tasks, turns: turnsAt('a', OLD) })), MIDDLE_GOES);
    });
  }

  it('is what is old of a task that nobody knows any more', () => {
    deepEqual(byAge(aHistory({ turns: turnsAt('a', OLD) })), MIDDLE_GOES);
  });

  it('is nothing while a human or a turn touched the task within inactiveHours', () => {
    const turns = turnsAt('a', OLD);
    const task = (touchedAt: string) => [aKeptTask('a', { touchedAt })];
    deepEqual(byAge(aHistory({ tasks: task(hoursAgo(23)), turns })), []);
    deepEqual(byAge(aHistory({ tasks: task(hoursAgo(24)), turns })), MIDDLE_GOES);
    deepEqual(byAge(aHistory({ tasks: task(hoursAgo(24)), turns }), { inactiveHours: 25 }), []);
    const fresh = [...turns, aKeptTurn(['a', 4], hoursAgo(1))];
    deepEqual(byAge(aHistory({ tasks: [aKeptTask('a')], turns: fresh })), []);
    const rewinds = [aKeptRewind('r', hoursAgo(1), { taskId: 'a', afterTurn: 'a-3' })];
    deepEqual(byAge(aHistory({ tasks: [aKeptTask('a')], turns, rewinds })), []);
  });

  it('is nothing with keepDays 0', () => {
    const history = aHistory({
      tasks: [aKeptTask('a')],
      turns: turnsAt('a', OLD),
      transcripts: [aTranscript('a-2', daysAgo(80)), aTranscript('gone', daysAgo(80))],
      rewinds: [aKeptRewind('r', daysAgo(60), { taskId: 'a', afterTurn: 'a-3' })],
    });
    deepEqual(byAge(history, { keepDays: 0 }), []);
  });

  it('leaves the newest failed turns of each task, without their checkpoints', () => {
    const turns = turnsAt('a', [...OLD, ...OLD], { outcome: 'no_progress' });
    const history = aHistory({ tasks: [aKeptTask('a')], turns });
    deepEqual(
      byAge(history, { keepFailures: 3 }).filter((line) => line.startsWith('turn')),
      ['turn a-2 (old)', 'turn a-3 (old)'],
    );
    deepEqual(
      byAge(history, { keepFailures: 0 }).filter((line) => line.startsWith('turn')),
      ['turn a-2 (old)', 'turn a-3 (old)', 'turn a-4 (old)', 'turn a-5 (old)'],
    );
    deepEqual(
      byAge(history).filter((line) => line.startsWith('turn')),
      [],
    );
  });

  it('leaves the rows of the first, the best and the last turn', () => {
    const tasks = [aKeptTask('a', { firstTurn: 2, bestTurn: 4 })];
    const turns = turnsAt('a', [...OLD, ...OLD]);
    deepEqual(
      byAge(aHistory({ tasks, turns })).filter((line) => line.startsWith('turn')),
      ['turn a-1 (old)', 'turn a-3 (old)', 'turn a-5 (old)'],
    );
  });

  it('takes the transcripts of old turns, and those without a turn once they are old', () => {
    const history = aHistory({
      tasks: [aKeptTask('a'), aKeptTask('b', { status: 'pending' })],
      turns: [...turnsAt('a', [daysAgo(40), daysAgo(20)]), ...turnsAt('b', [daysAgo(40)])],
      transcripts: [
        ...[aTranscript('a-1', daysAgo(40)), aTranscript('a-2', daysAgo(20))],
        ...[aTranscript('b-1', daysAgo(40)), aTranscript('x', daysAgo(29))],
        aTranscript('y', daysAgo(31)),
      ],
    });
    deepEqual(
      byAge(history).filter((line) => line.startsWith('transcript')),
      ['transcript a-1 (old)', 'transcript y (unknownTurn)'],
    );
  });

  it('takes old rewinds of inactive tasks, but none that is being carried out', () => {
    const turns = turnsAt('a', [daysAgo(90), daysAgo(80)]);
    const rewind = (id: string, days: number, status: 'done' | 'applying' = 'done') =>
      aKeptRewind(id, daysAgo(days), { taskId: 'a', afterTurn: 'a-2', status });
    const tasks = [aKeptTask('a')];
    deepEqual(byAge(aHistory({ tasks, turns, rewinds: [rewind('r', 31), rewind('s', 29)] })), [
      'rewind r (old)',
      'checkpoints a-1 (old)',
      'checkpoints a-2 (old)',
    ]);
    deepEqual(byAge(aHistory({ tasks, turns, rewinds: [rewind('r', 31, 'applying')] })), []);
  });

  it('leaves the turn after which a rewind that stays was made', () => {
    const rewinds = [aKeptRewind('r', daysAgo(2), { taskId: 'b', afterTurn: 'a-2' })];
    const tasks = [aKeptTask('a'), aKeptTask('b', { status: 'pending' })];
    deepEqual(byAge(aHistory({ tasks, turns: turnsAt('a', OLD), rewinds })), [
      'checkpoints a-1 (old)',
      'checkpoints a-2 (old)',
      'checkpoints a-3 (old)',
    ]);
  });

  it('is nothing of a finished subtask while its parent has work to do, nor the other way round', () => {
    const turns = turnsAt('sub', OLD, { countsOn: 'parent' });
    const tasks = (parent: 'done' | 'pending', sub: 'done' | 'pending') => [
      aKeptTask('parent', { status: parent }),
      aKeptTask('sub', { status: sub }),
    ];
    deepEqual(byAge(aHistory({ tasks: tasks('pending', 'done'), turns })), []);
    deepEqual(byAge(aHistory({ tasks: tasks('done', 'pending'), turns })), []);
    deepEqual(byAge(aHistory({ tasks: tasks('done', 'done'), turns })), [
      'checkpoints sub-1 (old)',
      'turn sub-2 (old)',
      'checkpoints sub-3 (old)',
    ]);
  });

  it('is nothing while a turn of the task still runs', () => {
    const running = aKeptTurn(['a', 4], daysAgo(60), { outcome: 'running', endedAt: undefined });
    deepEqual(
      byAge(aHistory({ tasks: [aKeptTask('a')], turns: [...turnsAt('a', OLD), running] })),
      [],
    );
  });
});

describe('what goes when the state is too large', () => {
  const files = (...turnIds: readonly string[]) =>
    turnIds.map((turnId) => aTranscript(turnId, daysAgo(2)));

  it('is that of inactive tasks first, then of other finished ones, then of unfinished ones', () => {
    const history = aHistory({
      tasks: [
        aKeptTask('now', { status: 'PAUSED_FOR_INTERVENTION' }),
        aKeptTask('fresh', { touchedAt: hoursAgo(1) }),
        aKeptTask('over'),
      ],
      turns: [
        ...turnsAt('now', OLD),
        ...turnsAt('fresh', [daysAgo(3)]),
        ...turnsAt('over', [daysAgo(2), daysAgo(2)]),
      ],
      transcripts: files('now-1', 'now-2', 'now-3', 'fresh-1', 'over-1', 'over-2', 'nobody'),
    });
    deepEqual(toShrink(history), [
      'transcript nobody (unknownTurn)',
      'checkpoints over-1 (inactive)',
      'transcript over-1 (inactive)',
      'checkpoints over-2 (inactive)',
      'transcript over-2 (inactive)',
      'checkpoints fresh-1 (finished)',
      'transcript fresh-1 (finished)',
      'transcript now-1 (unfinished)',
      'contents now-2 (unfinished)',
      'transcript now-2 (unfinished)',
    ]);
  });

  it('spares the start, the newest turn and the newest with a checkpoint of unfinished tasks', () => {
    const tasks = [aKeptTask('a', { status: 'pending', firstTurn: 2 })];
    const cut = { outcome: 'interrupted', checkpointAfter: undefined } as const;
    const turns = [
      ...turnsAt('a', [...OLD, ...OLD]),
      aKeptTurn(['a', 7], daysAgo(1), cut),
      aKeptTurn(['a', 8], daysAgo(1), cut),
    ];
    const history = aHistory({ tasks, turns, transcripts: files('a-6', 'a-7', 'a-8') });
    deepEqual(toShrink(history), [
      'contents a-1 (unfinished)',
      'contents a-3 (unfinished)',
      'contents a-4 (unfinished)',
      'contents a-5 (unfinished)',
      'contents a-7 (unfinished)',
      'transcript a-7 (unfinished)',
    ]);
  });

  it('spares the running turn', () => {
    const turns = [
      ...turnsAt('a', OLD),
      aKeptTurn(['a', 4], hoursAgo(1), { outcome: 'running', endedAt: undefined }),
      aKeptTurn(['b', 1], hoursAgo(1), { countsOn: 'a' }),
    ];
    const tasks = [
      aKeptTask('a', { status: 'in_progress' }),
      aKeptTask('b', { status: 'pending' }),
    ];
    const history = aHistory({ tasks, turns, transcripts: files('a-4') });
    deepEqual(toShrink(history), ['contents a-2 (unfinished)', 'contents a-3 (unfinished)']);
  });

  it('spares a rewind that can be redone, unless its task is inactive', () => {
    const turns = turnsAt('a', [daysAgo(3)]);
    const rewinds = [
      aKeptRewind('undone', daysAgo(2), { taskId: 'a', afterTurn: 'a-1', undoneBy: 'redo' }),
      aKeptRewind('redo', daysAgo(2), { taskId: 'a', afterTurn: 'a-1', kind: 'redo' }),
      aKeptRewind('open', daysAgo(2), { taskId: 'a', afterTurn: 'a-1' }),
      aKeptRewind('cut', daysAgo(2), { taskId: 'b', afterTurn: 'a-1', status: 'applying' }),
    ];
    const recently = [aKeptTask('a', { touchedAt: hoursAgo(1) })];
    deepEqual(toShrink(aHistory({ tasks: recently, turns, rewinds })), [
      'checkpoints a-1 (finished)',
      'rewind undone (finished)',
      'rewind redo (finished)',
    ]);
    deepEqual(toShrink(aHistory({ tasks: [aKeptTask('a')], turns, rewinds })), [
      'checkpoints a-1 (inactive)',
      'rewind undone (inactive)',
      'rewind redo (inactive)',
      'rewind open (inactive)',
    ]);
  });

  it('names nothing that age takes anyway', () => {
    const history = aHistory({
      tasks: [aKeptTask('a')],
      turns: turnsAt('a', [daysAgo(40), daysAgo(20)]),
      transcripts: files('a-1', 'a-2'),
    });
    const plan = planRetention(history, LIMITS, NOW);
    deepEqual(inWords(plan.byAge), ['checkpoints a-1 (old)', 'transcript a-1 (old)']);
    deepEqual(inWords(plan.toShrink), ['checkpoints a-2 (inactive)', 'transcript a-2 (inactive)']);
  });

  it('leaves a fresh transcript alone whose turn is not known yet', () => {
    deepEqual(toShrink(aHistory({ transcripts: [aTranscript('x', hoursAgo(23))] })), []);
  });
});

describe('a clock that is wrong', () => {
  const tasks = [aKeptTask('a')];

  it('takes nothing where moments lie in the future or cannot be read', () => {
    for (const at of [hoursAgo(-1), daysAgo(-4_000), '', 'yesterday', '2026-13-45']) {
      const turns = turnsAt('a', [at, at, at]);
      deepEqual(byAge(aHistory({ tasks, turns })), [], at);
      const broken = turnsAt('a', OLD).map((turn) => ({ ...turn, endedAt: at }));
      deepEqual(byAge(aHistory({ tasks, turns: broken })), [], at);
    }
    const file = { ...aTranscript('x', daysAgo(1)), modifiedAt: NaN };
    const plan = planRetention(aHistory({ transcripts: [file] }), LIMITS, NOW);
    deepEqual(plan, { byAge: [], toShrink: [] });
  });

  it('takes nothing when it was set back', () => {
    const turns = turnsAt('a', OLD);
    deepEqual(byAge(aHistory({ tasks, turns }), {}, Date.parse(daysAgo(95))), []);
  });

  it('has no say in the order in which things go', () => {
    const turns = turnsAt('a', [daysAgo(2), daysAgo(9), 'never', daysAgo(4)]);
    const running = [aKeptTask('a', { status: 'pending' })];
    deepEqual(toShrink(aHistory({ tasks: running, turns })), [
      'contents a-2 (unfinished)',
      'contents a-3 (unfinished)',
    ]);
  });
});
