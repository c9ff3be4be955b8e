import assert from 'node:assert/strict';
import { aMark, anIntervention, anOverview, aReport, aTask, devs, fakeApp } from './fakeApp';

const PAUSED = aTask('fix-rounding', {
  title: 'Round the totals',
  status: 'PAUSED_FOR_INTERVENTION',
  statusReason: 'every strategy failed; it needs your decision',
  entropy: 1,
  pivots: 2,
  turnCount: 3,
  turns: [
    aMark(1),
    aMark(2, { pivot: true, outcome: 'progress', reason: '8 passed, 1 failed' }),
    aMark(3, {
      taskId: 'fix-cents',
      outcome: 'interrupted',
      durationMs: undefined,
      reason: '',
      checkpoint: false,
    }),
  ],
  report: aReport(),
  interventions: ['skip', 'resume', 'notALoop', 'rewind', 'redo'],
  history: [
    anIntervention({ detail: 'to before its first turn, 2 files' }),
    anIntervention({
      at: new Date(2026, 10, 20, 9, 5).toISOString(),
      what: 'resume',
      who: { who: 'window', pid: 12, host: 'mill' },
      to: 'pending',
      detail: 'hint: use cents',
    }),
  ],
});

const overview = anOverview({ tasks: [PAUSED, aTask('add-users')] });

describe('devs status <task>', () => {
  it('prints its state, its turns, what humans did and what can be done next', async () => {
    const { code, stdout } = await devs('status fix-rounding', fakeApp(overview));
    assert.equal(code, 0);
    assert.equal(
      stdout,
      [
        'fix-rounding — Round the totals',
        'Paused: every strategy failed; it needs your decision',
        'agent claude  turns 3',
        '',
        'Turns',
        '  TURN            OUTCOME      TIME   REWIND TO  REASON',
        '  1               no progress  12.1s  yes        verification failed: exit code 1',
        '  2               progress ↻   12.1s  yes        8 passed, 1 failed',
        '  3 on fix-cents  interrupted         no',
        '',
        'History',
        '  2026-11-20 09:05  resume  you in a VS Code window  Paused → Pending  hint: use cents',
        '  13:00             rewind  you in a terminal        stays Paused      to before its first turn, 2 files',
        '',
        'Next',
        '  devs report fix-rounding             see what was tried, turn by turn',
        '  devs resume fix-rounding --hint "…"  resume with a hint',
        '  devs rewind fix-rounding             restore the files to before its first turn',
        '  devs skip fix-rounding               skip it',
        '  devs redo fix-rounding               undo the rewind',
        '  devs run                             run the tasks that can run',
        '',
      ].join('\n'),
    );
  });

  it('names the agent of each turn where several worked, and of none where it is not known', async () => {
    const [first, second, third] = PAUSED.turns;
    const turns = [{ ...first!, agent: 'claude' }, { ...second!, agent: 'co\ndex' }, third!];
    const app = fakeApp(anOverview({ tasks: [{ ...PAUSED, turns }] }));
    const { stdout } = await devs('status fix-rounding', app);
    assert.match(stdout, /TURN +AGENT +OUTCOME +TIME/);
    assert.match(stdout, /\n {2}1 +claude +no progress +12\.1s/);
    assert.match(stdout, /\n {2}2 +co dex +progress ↻/);
    assert.match(stdout, /\n {2}3 on fix-cents +interrupted/);
    const { task } = JSON.parse((await devs('status fix-rounding --json', app)).stdout) as {
      task: { turnList: readonly { agent?: string }[] };
    };
    const agents = task.turnList.map(({ agent }) => agent);
    assert.deepEqual(agents, ['claude', 'co\ndex', undefined]);
  });

  it('says what can be done about the loop that ended the last turn, on one harmless line', async () => {
    const advice = 'Look at `src/a\u001b[2J\n.js`.';
    const looped = PAUSED.turns.map((turn) => ({
      ...turn,
      proof: { newest: [], count: 3, advice },
    }));
    const tasks = [{ ...PAUSED, turns: looped }];
    const { stdout } = await devs('status fix-rounding', fakeApp(anOverview({ tasks })));
    assert.match(stdout, /\n\nAdvice on the last loop\n {2}Look at `src\/a \.js`\.\n\n/);
  });

  it('says how many older turns are not listed', async () => {
    const tasks = [{ ...PAUSED, turnCount: 63 }];
    assert.match(
      (await devs('status fix-rounding', fakeApp(anOverview({ tasks })))).stdout,
      /\n {2}… 60 older\n/,
    );
  });

  it('tells its own turns from those of the tasks that it counts with', async () => {
    const family = { countsOn: 'checkout', ownTurns: 2 };
    const tasks = [aTask('cents', { parent: 'checkout', turnCount: 5, family })];
    const app = fakeApp(anOverview({ tasks }));
    assert.match(
      (await devs('status cents', app)).stdout,
      / {2}own turns 2 of 5 with checkout and its subtasks\n/,
    );
    assert.match((await devs('status', app)).stdout, /\ncents .* 2 of 5\n/);
    const { tasks: printed } = JSON.parse((await devs('status --json', app)).stdout) as {
      tasks: readonly Record<string, unknown>[];
    };
    const [{ turns, ownTurns, countsOn } = {}] = printed;
    assert.deepEqual(
      { turns, ownTurns, countsOn },
      { turns: 5, ownTurns: 2, countsOn: 'checkout' },
    );
  });

  it('leaves out what there is none of', async () => {
    const { stdout } = await devs('status add-users', fakeApp(overview));
    assert.doesNotMatch(stdout, /Turns\n|History/);
    assert.match(stdout, /^add-users\nPending\n/);
  });

  it('names the human alone where an older version did not note who it was', async () => {
    const { who, ...rest } = anIntervention({ what: 'notALoop' });
    assert.notEqual(who, undefined);
    const tasks = [{ ...PAUSED, history: [rest] }];
    const { stdout } = await devs('status fix-rounding', fakeApp(anOverview({ tasks })));
    assert.match(stdout, / not a loop {2}you {2}stays/);
  });

  it('offers a redo as long as the rewind is the last thing that was done', async () => {
    const next = async (change: Partial<typeof PAUSED>) => {
      const tasks = [{ ...PAUSED, ...change }];
      return (await devs('status', fakeApp(anOverview({ tasks })))).stdout;
    };
    assert.match(await next({}), /devs redo fix-rounding/);
    assert.doesNotMatch(await next({ interventions: ['skip', 'resume', 'rewind'] }), /devs redo/);
    assert.doesNotMatch(await next({ history: [anIntervention({ what: 'resume' })] }), /devs redo/);
    assert.doesNotMatch(await next({ interventions: ['skip', 'resume'] }), /devs rewind/);
    assert.match(await next({ status: 'done' }), /devs redo fix-rounding/);
    assert.doesNotMatch(await next({ status: 'done' }), /devs rewind/);
  });

  it('makes titles, reasons and details harmless', async () => {
    const evil = '\u001b[2J\u001b]0;x\u0007\u0008\r\ngone\u202e';
    const tasks = [
      {
        ...PAUSED,
        title: evil,
        statusReason: evil,
        agent: evil,
        turns: [aMark(1, { reason: evil, taskId: evil })],
        history: [anIntervention({ detail: `${evil}${'x'.repeat(5_000)}`, at: evil })],
      },
    ];
    const { stdout } = await devs(
      'status fix-rounding',
      fakeApp(anOverview({ tasks, notices: [evil] })),
    );
    // eslint-disable-next-line no-control-regex -- control characters are what this is about
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    assert.ok(Math.max(...stdout.split('\n').map((line) => line.length)) < 300);
  });

  it('has stable field names', async () => {
    const { stdout } = await devs('status fix-rounding --json', fakeApp(overview));
    const status = JSON.parse(stdout) as { task: Record<string, unknown[]> };
    assert.deepEqual(Object.keys(status), [
      'workspace',
      'stateDir',
      'run',
      'holder',
      'notices',
      'task',
      'next',
    ]);
    assert.deepEqual(status.task['turnList']?.[2], {
      number: 3,
      taskId: 'fix-cents',
      outcome: 'interrupted',
      pivot: false,
      at: '2026-11-21T13:03:00.000Z',
      durationMs: null,
      reason: '',
      failingTests: null,
      testsRun: null,
      failure: null,
      judged: null,
      canRewindTo: false,
      advice: null,
    });
    assert.deepEqual(status.task['history']?.[1], {
      at: new Date(2026, 10, 20, 9, 5).toISOString(),
      what: 'resume',
      who: { who: 'window', pid: 12, host: 'mill' },
      from: 'PAUSED_FOR_INTERVENTION',
      to: 'pending',
      detail: 'hint: use cents',
    });
  });
});

describe('the next steps in devs status', () => {
  it('name what a human can say of a task that a loop left done in part', async () => {
    const left = aTask('round', {
      status: 'done_partial',
      runnable: false,
      interventions: ['retry', 'notALoop'],
    });
    const { stdout } = await devs('status', fakeApp(anOverview({ tasks: [left] })));
    assert.match(
      stdout,
      /\nNext\n {2}devs not-a-loop round {2}resume it: it was not a loop\n {2}devs retry round {7}restart it\n/,
    );
    const honest = { ...left, interventions: ['retry'] as const };
    const { stdout: other } = await devs('status', fakeApp(anOverview({ tasks: [honest] })));
    assert.match(other, /\nNext\n {2}devs retry round {2}restart it\n/);
  });
});

describe('notices in devs status', () => {
  const notices = [
    'A damaged database was set aside as devs.db.damaged-1.',
    'A rewind was cut off.',
  ];

  it('stand above everything else, in both forms', async () => {
    const app = fakeApp(anOverview({ notices, tasks: [PAUSED] }));
    for (const line of ['status', 'status fix-rounding']) {
      assert.match(
        (await devs(line, app)).stdout,
        /^! A damaged database .*\n! A rewind was cut off\.\n\n\S/,
      );
    }
    const { stdout } = await devs('status --json', app);
    assert.deepEqual((JSON.parse(stdout) as { notices: unknown }).notices, notices);
  });
});

describe('what devs status says of thresholds and predictions', () => {
  const reason = '4 instead of 3: 6 of 7 similar tasks were solved at the fourth turn (claude)';
  const prediction = {
    ...{ tasks: 10, paused: 7, probability: 0.67, score: 1 },
    reasons: [{ text: 'entropy 1', points: 1 }],
  };
  const running = aTask('fix-rounding', {
    ...{ status: 'in_progress', entropy: 1, turnCount: 1, loopThreshold: 4 },
    ...{ thresholdReason: reason, prediction },
  });
  const other = aTask('add-users', { loopThreshold: 4, thresholdReason: reason });

  it('is in the table, with the reason of the threshold once below it', async () => {
    const shown = anOverview({ tasks: [running, other, aTask('later')] });
    const { stdout } = await devs('status', fakeApp(shown));

    const row = stdout.split('\n').find((line) => line.startsWith('fix-rounding')) ?? '';
    assert.match(row, / 1 of 4 .* likely to pause: 7 of 10 similar tasks did; entropy 1$/);
    assert.match(stdout, / 0 of 3 /);
    assert.equal(stdout.split(`fix-rounding, add-users: loop threshold ${reason}\n`).length, 2);
  });

  it('is with the task, and in JSON', async () => {
    const app = fakeApp(anOverview({ tasks: [running] }));
    const { stdout } = await devs('status fix-rounding', app);

    assert.match(stdout, /In progress: likely to pause: 7 of 10 similar tasks did; entropy 1\n/);
    assert.ok(stdout.includes(`loop threshold ${reason}\n`));
    const { tasks } = JSON.parse((await devs('status --json', app)).stdout) as {
      readonly tasks: readonly Readonly<Record<string, unknown>>[];
    };
    const [task] = tasks;
    assert.equal(task?.['loopThreshold'], 4);
    assert.equal(task['thresholdReason'], reason);
    assert.deepEqual(task['prediction'], prediction);
  });
});
