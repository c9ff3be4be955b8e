import assert from 'node:assert/strict';
import path from 'node:path';
import { runCli } from '../../../src/cli/cli';
import type { RunAnswer, SpanChange } from '../../../src/app/api/answers';
import type { App } from '../../../src/app/api/app';
import type { Span } from '../../../src/app/api/requests';
import type { TaskOverview } from '../../../src/model/overview/overview';
import { aBlockReport, aTaskLoop } from '../../support/blockSamples';
import { anIntervention, anOverview, aReport, aTask, devs, fakeApp, FakeHost } from './fakeApp';

function json(text: string): unknown {
  assert.equal(text.trimEnd().includes('\n'), false);
  return JSON.parse(text);
}

describe('devs skip, resume, retry and pause', () => {
  it('ask the app for exactly what was said', async () => {
    const app = fakeApp(anOverview());
    await devs('accept fix-rounding', app);
    await devs('accept fix-rounding --turn 3', app);
    await devs('skip', app);
    await devs('skip add-users', app);
    await devs(['resume', 'fix-rounding', '--hint', 'use cents', '--agent', 'codex'], app);
    await devs('resume fix-rounding', app);
    await devs('not-a-loop fix-rounding', app);
    await devs('not-a-loop fix-rounding 2', app);
    await devs('retry add-users', app);
    await devs('pause', app);
    await devs('pause --now', app);
    assert.deepEqual(app.calls, [
      ['accept', 'fix-rounding', {}],
      ['accept', 'fix-rounding', { turn: 3 }],
      ['skip', undefined],
      ['skip', 'add-users'],
      ['resume', 'fix-rounding', { hint: 'use cents', agent: 'codex' }],
      ['resume', 'fix-rounding', {}],
      ['notALoop', 'fix-rounding', undefined],
      ['notALoop', 'fix-rounding', 2],
      ['retry', 'add-users'],
      ['pause', { now: false }],
      ['pause', { now: true }],
    ]);
  });

  it('write the steps of a finding before it is dismissed, and stop where they cannot be written', async () => {
    const app = fakeApp(anOverview());
    await devs(['not-a-loop', 'fix-rounding', '2', '--export', '/there/a.trace'], app);
    const wanted = { taskId: 'fix-rounding', file: path.resolve('/there/a.trace'), finding: 2 };
    assert.deepEqual(app.calls, [
      ['exportFinding', wanted],
      ['notALoop', 'fix-rounding', 2],
    ]);
    const refusing = fakeApp(anOverview(), {
      exportFinding: () => Promise.resolve({ ok: false, message: 'a.trace exists already.' }),
    });
    const { code, stderr } = await devs(
      ['not-a-loop', 'fix-rounding', '--export', 'a.trace'],
      refusing,
    );
    assert.deepEqual([code, stderr, refusing.calls], [1, 'a.trace exists already.\n', []]);
  });

  it('answer a question of an agent, named by its number alone', async () => {
    const running = anOverview({ tasks: [aTask('fix-rounding', { status: 'in_progress' })] });
    const app = fakeApp(running);
    await devs(['answer', 'fix-rounding', 'half', 'to', 'even', '--question', '2'], app);
    assert.deepEqual(app.calls, [
      ['answer', { taskId: 'fix-rounding', text: 'half to even', id: '2' }],
    ]);
    for (const word of ['', 'two', '0', '-1', '1'.repeat(100)]) {
      const { code, stderr } = await devs(
        ['answer', 'fix-rounding', 'yes', `--question=${word}`],
        app,
      );
      assert.equal(code, 1);
      assert.match(stderr, /it must be the number of a question/);
    }
    assert.equal(app.calls.length, 1);
  });

  it('take only a number as a finding', async () => {
    for (const word of ['two', '0', '-1', '1.5']) {
      const app = fakeApp(anOverview());
      const { code, stderr } = await devs(['not-a-loop', 'fix-rounding', '--', word], app);
      assert.equal(code, 1);
      assert.match(stderr, /is not a turn: name the number of the turn that the loop ended/);
      assert.deepEqual(app.calls, []);
    }
  });

  it('say that `devs run` goes on, unless somebody runs already', async () => {
    const { code, stdout } = await devs('resume fix-rounding');
    assert.deepEqual([code, stdout], [0, 'resume done. Continue with `devs run`.\n']);
    const holder = {
      pid: 7,
      who: 'window',
      host: 'here',
      since: '2026-11-21T22:00:00.000Z',
    } as const;
    const held = await devs('resume fix-rounding', fakeApp(anOverview({ holder })));
    assert.equal(held.stdout, 'resume done.\n');
  });

  it('print a refusal as it is, with exit code 1', async () => {
    const no = () => Promise.resolve({ ok: false, message: 'Two tasks need you: a, b.' } as const);
    const app = fakeApp(anOverview(), { skip: no });
    assert.deepEqual(await devs('skip', app), {
      code: 1,
      stdout: '',
      stderr: 'Two tasks need you: a, b.\n',
    });
    assert.deepEqual(json((await devs('skip --json', app)).stdout), {
      error: 'Two tasks need you: a, b.',
    });
  });

  it('answer with --json as {ok, message}', async () => {
    for (const line of ['skip', 'retry add-users', 'pause']) {
      const { stdout } = await devs(`${line} --json`);
      assert.deepEqual(Object.keys(json(stdout) as object), ['ok', 'message']);
    }
  });
});

describe('devs demo', () => {
  it('creates the demo project in a folder below this one, and says how to go on', async () => {
    const host = new FakeHost(['demo']);
    host.folder = '/home/me';
    assert.equal(await runCli(host), 0);
    assert.deepEqual(host.demos, [path.resolve('/home/me/devs-demo')]);
    assert.match(host.stdout.text, /\n {2}cd devs-demo\n {2}devs run\n$/);
  });

  it('says how Devs is started where npx only lent it, as every command does', async () => {
    const said = async (line: string, app: App = fakeApp(anOverview())): Promise<string> => {
      const host = new FakeHost(line.split(' '), app);
      host.startWith('npx devs');
      await runCli(host);
      return host.stdout.text + host.stderr.text;
    };
    assert.match(await said('demo'), /\n {2}npx devs run\n$/);
    assert.match(await said('init'), /then run `npx devs run`\.\n$/);
    const paused = aTask('fix', { status: 'PAUSED_FOR_INTERVENTION', interventions: ['skip'] });
    const overview = fakeApp(anOverview({ tasks: [paused] }));
    assert.match(await said('status', overview), /\nNext\n {2}npx devs .*\n {2}npx devs skip fix /);
    assert.match(await said('--help'), /^Usage: npx devs \[options\]/);
    assert.match(await said('no-such'), /See `npx devs --help`\./);
    const refused = { pause: () => Promise.resolve({ ok: false, message: 'See `devs status`.' }) };
    assert.match(await said('pause', fakeApp(anOverview(), refused)), /^See `npx devs status`\.$/m);
    assert.doesNotMatch(await said('status --json', overview), /npx/);
  });

  it('quotes a folder with spaces, and leaves the state of a killed process as it is', async () => {
    let recovered = 0;
    const app = fakeApp(anOverview(), {
      recover: () => {
        recovered++;
        return Promise.resolve([]);
      },
    });
    const host = new FakeHost(['demo', 'my shop'], app);
    assert.equal(await runCli(host), 0);
    assert.match(host.stdout.text, /\n {2}cd "my shop"\n/);
    assert.equal(recovered, 0);
  });
});

describe('devs init', () => {
  it('says what it found and what comes next', async () => {
    const { code, stdout } = await devs('init');
    assert.equal(code, 0);
    assert.match(
      stdout,
      /Wrote devs\.yaml\.\n {2}agents {2}claude, codex\n {2}verify {2}npm test\n/,
    );
    assert.match(stdout, /`devs run`/);
  });

  it('has stable field names', async () => {
    assert.deepEqual(json((await devs('init --json')).stdout), {
      ok: true,
      file: '/w/devs.yaml',
      agents: ['claude', 'codex'],
      verify: 'npm test',
      message: 'Wrote devs.yaml.',
    });
  });

  it('says so when there is no agent and no test command', async () => {
    const app = fakeApp(anOverview(), {
      init: () =>
        Promise.resolve({ ok: true, file: '/d', agents: [], verify: undefined, message: 'Wrote.' }),
    });
    assert.match((await devs('init', app)).stdout, /none found on PATH\n.*no test command found/);
    assert.equal((json((await devs('init --json', app)).stdout) as { verify: null }).verify, null);
  });
});

describe('devs report', () => {
  const paused = aTask('fix-rounding', { status: 'PAUSED_FOR_INTERVENTION' });
  const withReport = { report: () => Promise.resolve(aReport()) };

  it('prints the newest block', async () => {
    const app = fakeApp(anOverview({ tasks: [paused] }), withReport);
    const { code, stdout, stderr } = await devs('report fix-rounding', app);
    assert.equal(code, 0);
    assert.match(stdout, /^⚠ ENTROPY PAUSE — Max retry threshold reached\n/);
    assert.equal(stderr, '');
  });

  it('says on stderr when the task has gone on since', async () => {
    const app = fakeApp(anOverview(), withReport);
    const { stdout, stderr } = await devs('report fix-rounding', app);
    assert.match(stderr, /old report.*pending now/);
    assert.doesNotMatch(stdout, /devs (resume|skip|rewind)/);
  });

  it('ends with what can be done now where the task has gone on since', async () => {
    const endOf = async (change: Partial<TaskOverview>): Promise<readonly string[]> => {
      const app = fakeApp(anOverview({ tasks: [aTask('fix-rounding', change)] }), withReport);
      const { stdout } = await devs('report fix-rounding', app);
      return stdout.split('\n').filter((line) => line.startsWith('Run '));
    };
    const interventions = ['retry', 'rewind'] as const;
    const rewind = 'Run `devs rewind fix-rounding` to restore the files to before its first turn.';
    const retry = 'Run `devs retry fix-rounding` to restart it.';
    for (const status of ['skipped', 'done', 'done_partial'] as const)
      assert.deepEqual(await endOf({ status, interventions, runnable: false }), [rewind, retry]);
    assert.deepEqual(await endOf({ status: 'pending', interventions: [], runnable: true }), [
      'Run `devs run` to run the tasks that can run.',
    ]);
    assert.deepEqual(await endOf({ status: 'pending', interventions: [], runnable: false }), []);
  });

  it('of a block that stands is not called old, and ends with what else can be done', async () => {
    const loop = aTaskLoop();
    const report = aBlockReport({ reason: 'ESCALATED', attemptLoop: loop });
    const task = aTask('fix-rounding', {
      ...{ status: 'blocked', loop, report, turnCount: 4, runnable: false },
      interventions: ['resume', 'notALoop', 'skip'],
    });
    const app = fakeApp(anOverview({ tasks: [task] }), { report: () => Promise.resolve(report) });
    const { stdout, stderr } = await devs('report fix-rounding', app);
    assert.doesNotMatch(stderr, /old report/);
    assert.deepEqual(
      stdout.split('\n').filter((line) => line.startsWith('Run ')),
      [
        'Run `devs resume fix-rounding --hint "…"` to resume with a hint.',
        'Run `devs not-a-loop fix-rounding` to resume it: it was not a loop.',
        'Run `devs skip fix-rounding` to skip it.',
      ],
    );
  });

  it('is the report itself with --json, and its history', async () => {
    const app = fakeApp(anOverview({ tasks: [paused] }), withReport);
    assert.deepEqual(json((await devs('report fix-rounding --json', app)).stdout), {
      ...aReport(),
      history: [],
    });
  });

  it('says clearly that there is none', async () => {
    const { code, stderr } = await devs('report fix-rounding');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /has no report, because it has not needed you so far.*`devs status fix-rounding` shows its turns and attempts/,
    );
  });

  it('tells after the turns what humans did, and ends as the pause block does', async () => {
    const history = [anIntervention({ what: 'resume', to: 'pending', detail: 'hint: use cents' })];
    const tasks = [{ ...paused, history }];
    const { stdout } = await devs(
      'report fix-rounding',
      fakeApp(anOverview({ tasks }), withReport),
    );
    assert.match(
      stdout,
      /\n {2}What you did\n {4}\S+( \S+)? {2}resume {2}you in a terminal {2}Paused → Pending {2}hint: use cents\n\nRun `devs resume/,
    );
    assert.match(stdout, /`devs skip` to skip this task\.\n$/);
  });
});

describe('devs report --changes', () => {
  function changing(changes: readonly SpanChange[], asked: Span[] = []) {
    return fakeApp(anOverview(), {
      changes: (_taskId, span) => {
        asked.push(span);
        const title = 'fix-rounding: before its first turn ↔ after turn 3';
        return Promise.resolve({ ok: true, title, from: 'c1', to: 'c2', changes });
      },
    });
  }

  it('lists the paths that differ, from before the first turn until now unless told otherwise', async () => {
    const asked: Span[] = [];
    const app = changing(
      [
        { path: 'src/round.js', action: 'changed' },
        { path: 'src/\u001b[2Jfix.js', action: 'added' },
      ],
      asked,
    );
    const { code, stdout } = await devs('report fix-rounding --changes', app);
    assert.equal(code, 0);
    assert.equal(
      stdout,
      'fix-rounding: before its first turn ↔ after turn 3\n' +
        '  changed  src/round.js\n' +
        '  added    "src/\\u001b[2Jfix.js"\n',
    );
    for (const span of ['2..3', '2..now', '2..', '..3']) {
      await devs(['report', 'fix-rounding', '--changes', span], app);
    }
    assert.deepEqual(asked, [
      { from: 0, to: 'now' },
      { from: 2, to: 3 },
      { from: 2, to: 'now' },
      { from: 2, to: 'now' },
      { from: 0, to: 3 },
    ]);
  });

  it('says how a span is written when it is given something else', async () => {
    for (const wrong of ['3', 'x..y', '-1..2', '1..2..3', '9999999999..']) {
      const { code, stderr } = await devs(['report', 'fix-rounding', `--changes=${wrong}`]);
      assert.equal(code, 1);
      assert.match(stderr, /from\.\.to .* such as 0\.\.now or 2\.\.3\.\n$/, wrong);
    }
  });

  it('cuts a long list, says so when nothing differs, and has all of it as JSON', async () => {
    const many = Array.from({ length: 230 }, (_, index) => ({
      path: `f${index}`,
      action: 'deleted' as const,
    }));
    const { stdout } = await devs('report fix-rounding --changes', changing(many));
    assert.match(stdout, /f199\n {2}… and 30 more \(`--json` shows all\)\n$/);
    assert.match(
      (await devs('report fix-rounding --changes', changing([]))).stdout,
      /No file differs/,
    );
    const all = json((await devs('report fix-rounding --changes --json', changing(many))).stdout);
    assert.deepEqual(Object.keys(all as object), ['ok', 'title', 'changes']);
    assert.deepEqual((all as { changes: unknown }).changes, many);
  });

  it('prints a refusal of the app', async () => {
    const { code, stderr } = await devs('report fix-rounding --changes');
    assert.deepEqual([code, stderr], [1, 'Nothing is kept.\n']);
  });
});

describe('devs run', () => {
  function ending(answer: RunAnswer) {
    return fakeApp(anOverview(), { run: () => Promise.resolve(answer) });
  }

  it('has the exit code that its end stands for', async () => {
    const codes = [
      [{ kind: 'allDone' }, 0],
      [{ kind: 'needsHuman', taskIds: ['a'] }, 2],
      [{ kind: 'waiting', taskIds: ['a'] }, 2],
      [{ kind: 'donePartial', taskIds: ['a'] }, 3],
      [{ kind: 'stopped' }, 130],
      [{ kind: 'cancelled' }, 130],
    ] as const;
    for (const [end, exitCode] of codes) {
      const app = ending({ ok: true, end, message: 'It ended.' });
      const { code, stdout } = await devs('run --json', app);
      assert.equal(code, exitCode);
      const result = json(stdout) as Record<string, unknown>;
      assert.deepEqual(Object.keys(result), [
        ...['type', 'end', 'exitCode', 'taskIds', 'message', 'waits'],
      ]);
      assert.deepEqual(
        [result['type'], result['end'], result['exitCode']],
        ['result', end.kind, code],
      );
    }
  });

  it('runs the tasks of one shard that are not finished', async () => {
    const tasks = [
      aTask('add-users', { status: 'done' }),
      aTask('fix-rounding'),
      aTask('export', { dependsOn: ['add-users'] }),
    ];
    const app = fakeApp(anOverview({ tasks }));
    assert.equal((await devs('run --shard 1/2', app)).stdout, 'Done: export.\n');
    assert.equal((await devs('run --shard 2/2', app)).stdout, 'Done: fix-rounding.\n');
    const { code, stdout } = await devs('run --shard 3/3 --json', app);
    assert.equal(code, 0);
    const { end, message } = json(stdout) as Record<string, string>;
    assert.equal(end, 'allDone');
    assert.match(message ?? '', /^Shard 3\/3 has no tasks/);
  });

  it('says that a shard is finished, and with which exit code', async () => {
    const shard = (status: 'done' | 'done_partial') =>
      devs('run --shard 1/1', fakeApp(anOverview({ tasks: [aTask('a', { status })] })));
    const stdout = 'Every task of shard 1/1 is finished.\n';
    assert.deepEqual(await shard('done'), { code: 0, stdout, stderr: '' });
    assert.deepEqual(await shard('done_partial'), { code: 3, stdout, stderr: '' });
  });

  it('refuses a shard that is none, and one beside names of tasks', async () => {
    const leading = await devs('run --shard 01/2');
    assert.equal(leading.code, 1);
    assert.match(leading.stderr, /^`--shard` takes its number, from 1 on, .*; not "01\/2"\.\n$/);
    const wrong = await devs('run --shard 9/8');
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /^`--shard` takes .* such as 2\/8; not "9\/8"\.\n$/);
    const both = await devs('run add-users --shard 1/2');
    assert.equal(both.code, 1);
    assert.match(both.stderr, /not both/);
  });

  it('tells in JSON what its open tasks wait for, without what is done', async () => {
    const tasks = [
      aTask('add-users', { status: 'done' }),
      aTask('fix-rounding', { status: 'blocked' }),
      aTask('export', { dependsOn: ['add-users', 'fix-rounding'] }),
    ];
    const end = { kind: 'needsHuman', taskIds: ['fix-rounding'] } as const;
    const run = (): Promise<RunAnswer> => Promise.resolve({ ok: true, end, message: '' });
    const { stdout } = await devs('run --json', fakeApp(anOverview({ tasks }), { run }));
    const { waits } = json(stdout) as { readonly waits: readonly object[] };
    assert.deepEqual(waits, [{ taskId: 'export', until: null, reason: 'waits for fix-rounding' }]);
  });

  it('prints why it was refused, with exit code 1', async () => {
    const app = ending({ ok: false, message: 'A terminal (pid 7) runs already.' });
    assert.deepEqual(await devs('run', app), {
      code: 1,
      stdout: '',
      stderr: 'A terminal (pid 7) runs already.\n',
    });
  });

  it('runs the named tasks alone', async () => {
    assert.equal(
      (await devs('run add-users fix-rounding')).stdout,
      'Done: add-users, fix-rounding.\n',
    );
    assert.equal((await devs('run')).stdout, 'Done: every task.\n');
  });
});

describe('devs status', () => {
  const overview = anOverview({
    run: 'PAUSED',
    tasks: [
      aTask('add-users', { status: 'done', turnCount: 2, interventions: ['retry'] }),
      aTask('fix-rounding', {
        status: 'PAUSED_FOR_INTERVENTION',
        statusReason: 'every strategy failed',
        entropy: 1,
        pivots: 2,
        turnCount: 5,
        report: aReport(),
      }),
      aTask('add-login', { dependsOn: ['add-users', 'old'], runnable: false }),
      aTask('old', { status: 'skipped', runnable: false }),
    ],
  });

  it('prints a table, and what can be done next', async () => {
    const { code, stdout } = await devs('status', fakeApp(overview));
    assert.equal(code, 0);
    assert.equal(
      stdout,
      [
        'Waiting for you',
        '',
        'TASK          STATUS   FAILED IN A ROW  FRESH START  TURNS',
        'add-users     Done     –                –            2',
        'fix-rounding  Paused   –                –            5      every strategy failed',
        'add-login     Pending  0 of 3           0 of 2       0      waits for old (skipped)',
        'old           Skipped  –                –            0',
        '',
        'Next',
        '  devs report fix-rounding             see what was tried, turn by turn',
        '  devs resume fix-rounding --hint "…"  resume with a hint',
        '  devs skip fix-rounding               skip it',
        '  devs retry old                       restart the skipped task; others wait for it',
        '  devs run                             run the tasks that can run',
        '',
      ].join('\n'),
    );
  });

  it('names who holds the workspace', async () => {
    const holder = {
      pid: 4711,
      who: 'terminal',
      host: 'mill',
      since: new Date(2026, 10, 21, 22, 0).toISOString(),
    } as const;
    const { stdout } = await devs('status', fakeApp(anOverview({ run: 'RUNNING', holder })));
    assert.match(stdout, /^Running — held by a terminal \(pid 4711 on mill\) since 22:00\n/);
    assert.match(stdout, /devs pause +end the run after its current turn/);
  });

  it('has stable field names', async () => {
    const { stdout } = await devs('status --json', fakeApp(overview));
    const status = json(stdout) as { tasks: object[]; next: unknown[]; holder: unknown };
    assert.deepEqual(Object.keys(status), [
      'workspace',
      'stateDir',
      'run',
      'holder',
      'notices',
      'limits',
      'agents',
      'tasks',
      'next',
      'running',
      'tickCount',
      'loopDetection',
      'diskUse',
    ]);
    assert.equal(status.holder, null);
    assert.deepEqual(status.tasks[2], {
      id: 'add-login',
      title: 'add-login',
      status: 'pending',
      reason: 'waits for old (skipped)',
      unverified: false,
      agent: 'claude',
      priority: 0,
      attempts: 0,
      judge: null,
      link: null,
      debugger: null,
      steps: null,
      loop: null,
      loopThreshold: 3,
      thresholdReason: null,
      prediction: null,
      authority: null,
      parent: null,
      dependsOn: ['add-users', 'old'],
      entropy: 0,
      pivots: 0,
      turns: 0,
      ownTurns: 0,
      countsOn: 'add-login',
      bestTurn: null,
      waitingUntil: null,
      hints: [],
      interventions: ['skip'],
      runnable: false,
      worktree: null,
      landing: null,
      branch: null,
      hasReport: false,
      review: null,
    });
  });

  it('says so when there are no tasks', async () => {
    const { stdout } = await devs('status', fakeApp(anOverview({ tasks: [] })));
    assert.match(stdout, /devs\.yaml has no tasks yet\./);
  });
});
