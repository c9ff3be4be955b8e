import assert from 'node:assert/strict';
import type { App } from '../../../src/app/api/app';
import { runCli } from '../../../src/cli/cli';
import { wrapText } from '../../../src/cli/terminal/wrapText';
import type { RewindChoice, RewindPreview } from '../../../src/model/workspace/rewindRecord';
import { aMark, anOverview, aPreview, aTask, devs, fakeApp, FakeHost } from './fakeApp';

const PAUSED = aTask('fix-rounding', {
  status: 'PAUSED_FOR_INTERVENTION',
  turnCount: 5,
  turns: [1, 2, 3, 4, 5].map((number) => aMark(number, { checkpoint: number !== 4 })),
});

/** A preview with something of every kind. */
const EVERYTHING: RewindPreview = aPreview({
  steps: [
    { path: 'src/fix1.js', action: 'delete', turns: [2] },
    { path: 'src/legacy/round.js', action: 'recreate', turns: [1, 3] },
    { path: 'src/round.js', action: 'restore', turns: [1, 2, 3, 4, 5] },
  ],
  kept: [
    { path: '.env.local', why: { kind: 'ignored' }, selectable: false, turns: [2] },
    {
      path: 'src/sum.js',
      why: { kind: 'editedSince', others: ['add-users'] },
      selectable: true,
      action: 'restore',
      turns: [1],
    },
    {
      path: 'src/tax.js',
      why: { kind: 'editedSince', others: [] },
      selectable: true,
      action: 'delete',
      turns: [3],
    },
  ],
  repository: { commits: 2, stashed: 0, headBefore: 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678' },
});

const PREVIEW_TEXT = [
  'Rewind of fix-rounding to before its first turn: 1 file restored, 1 recreated, 1 deleted, 3 kept',
  '',
  '  restore   src/round.js         changed in turns 1–5',
  '  recreate  src/legacy/round.js  changed in turns 1 and 3',
  '  delete    src/fix1.js          written in turn 2',
  '',
  '  keep      src/sum.js           task add-users changed it since; --also restores it',
  '  keep      src/tax.js           you edited it since; --also deletes it',
  '  keep      .env.local           it is or was ignored, so its content was not recorded',
  '  To change kept files too, use --also <path> or --all.',
  '',
  'The agent made 2 commits; they stay, and HEAD stays where it is. To remove them from the branch yourself, run ' +
    '`git reset --soft a1b2c3d4e5f60718293a4b5c6d7e8f9012345678`: it removes every commit made since and changes no file.',
  '',
].join('\n');

const DONE = 'Rewound fix-rounding: 1 file restored. To undo the rewind: `devs redo fix-rounding`.';

/** An app whose previews and rewinds are this one; what was chosen is noted with the turn. */
function rewinding(preview: RewindPreview, change: Partial<App> = {}) {
  const choices: (RewindChoice | undefined)[] = [];
  const answer = (choice: RewindChoice | undefined) => {
    choices.push(choice);
    return Promise.resolve({ ok: true, preview, checkpoint: 'c0' } as const);
  };
  let rewinds = 0;
  const carryOut = () => {
    rewinds += 1;
    return Promise.resolve({ ok: true, message: DONE, done: preview } as const);
  };
  const app = fakeApp(anOverview({ tasks: [PAUSED, aTask('add-users')] }), {
    previewRewind: (_taskId, { choice }) => answer(choice),
    previewRedo: (_taskId, choice) => answer(choice),
    rewind: carryOut,
    redo: carryOut,
    ...change,
  });
  return { app, choices, rewinds: () => rewinds };
}

/** A human at a terminal who types `keys` when asked. */
async function asked(line: string, app: App, keys: string | undefined) {
  const host = new FakeHost(line.split(' '), app, true);
  host.environment = { TERM: 'xterm', NO_COLOR: '1' };
  if (keys === undefined) host.stdin.end();
  else host.stdin.write(keys);
  const code = await runCli(host);
  return { code, stdout: host.stdout.text, stderr: host.stderr.text };
}

describe('devs rewind', () => {
  it('shows in a pipe what is restored, recreated, deleted and kept and why, and does it at once', async () => {
    const { app, rewinds } = rewinding(EVERYTHING);
    const { code, stdout, stderr } = await devs('rewind fix-rounding', app);
    assert.equal(
      stdout,
      `${PREVIEW_TEXT}\n${DONE}\n` +
        'Continue with `devs resume fix-rounding --hint "…"`, or skip it with `devs skip fix-rounding`.\n',
    );
    assert.deepEqual([code, stderr, rewinds()], [0, '', 1]);
  });

  it('only shows it with --dry-run', async () => {
    const { app, rewinds } = rewinding(EVERYTHING);
    for (const line of ['rewind fix-rounding --dry-run', 'rewind fix-rounding --dry-run --yes']) {
      const { code, stdout } = await devs(line, app);
      assert.equal(stdout, `${PREVIEW_TEXT}\nNothing was changed: this is a dry run.\n`);
      assert.deepEqual([code, rewinds()], [0, 0]);
    }
  });

  it('says so when there is nothing to do, and does not ask', async () => {
    const { app, rewinds } = rewinding(aPreview({ steps: [] }));
    const { code, stdout } = await asked('rewind fix-rounding', app, undefined);
    assert.deepEqual([code, rewinds()], [0, 0]);
    assert.equal(
      stdout,
      'Rewind of fix-rounding to before its first turn: no file to change\n\nThere is nothing to rewind.\n',
    );
  });

  it('prints a refusal, of the preview and of the rewind itself', async () => {
    const no = () => Promise.resolve({ ok: false, message: 'An agent is at work.' } as const);
    for (const change of [{ previewRewind: no }, { rewind: no }]) {
      const { code, stdout, stderr } = await devs(
        'rewind fix-rounding',
        rewinding(EVERYTHING, change).app,
      );
      assert.deepEqual([code, stdout, stderr], [1, '', 'An agent is at work.\n']);
    }
  });

  it('says of a finished task that it still counts as that', async () => {
    const tasks = [{ ...PAUSED, status: 'done' as const }];
    const { app } = rewinding(EVERYTHING, {
      overview: () => Promise.resolve(anOverview({ tasks })),
    });
    const { stdout } = await devs('rewind fix-rounding', app);
    assert.match(
      stdout,
      /\nThe task is still done; `devs retry fix-rounding` restarts the task\.\n$/,
    );
    const undone = aPreview({ kind: 'redo' });
    const redo = () => Promise.resolve({ ok: true, message: DONE, done: undone } as const);
    const { stdout: redone } = await devs('redo fix-rounding', { ...app, redo });
    assert.doesNotMatch(redone, /still done/);
  });

  it('has stable field names with --json, whatever came of it', async () => {
    const expected = {
      kind: 'rewind',
      taskId: 'fix-rounding',
      toTurn: 0,
      steps: EVERYTHING.steps,
      kept: EVERYTHING.kept,
      repository: EVERYTHING.repository,
    };
    const { app } = rewinding(EVERYTHING);
    const done = JSON.parse((await devs('rewind fix-rounding --json', app)).stdout) as object;
    assert.deepEqual(done, { ok: true, changed: true, message: DONE, preview: expected });
    assert.deepEqual(Object.keys(done), ['ok', 'changed', 'message', 'preview']);
    const dry = (await devs('rewind fix-rounding --json --dry-run', app)).stdout;
    assert.equal((JSON.parse(dry) as { changed: boolean }).changed, false);
    const nothing = rewinding(aPreview({ steps: [] })).app;
    assert.deepEqual(JSON.parse((await devs('rewind fix-rounding --json', nothing)).stdout), {
      ok: true,
      changed: false,
      message: 'There is nothing to rewind.',
      preview: { ...expected, steps: [], kept: [], repository: null },
    });
  });
});

describe('devs rewind --to', () => {
  it('hands on the number of the turn; 0 and nothing are before the first', async () => {
    const targets: (number | undefined)[] = [];
    const { app } = rewinding(EVERYTHING, {
      rewind: (_taskId, { toTurn }) => {
        targets.push(toTurn);
        return Promise.resolve({ ok: true, message: DONE, done: EVERYTHING });
      },
    });
    for (const to of ['--to 3', '--to=5', '--to 0', '-y']) {
      assert.equal((await devs(`rewind fix-rounding ${to}`, app)).code, 0);
    }
    assert.deepEqual(targets, [3, 5, undefined, undefined]);
  });

  it('names what there is when the number is wrong, without asking the app', async () => {
    const { app, choices } = rewinding(EVERYTHING);
    for (const wrong of ['4', '6', '-1', '2.5', 'x', '', '1e1', '99999999999']) {
      const { code, stderr } = await devs(['rewind', 'fix-rounding', `--to=${wrong}`], app);
      assert.equal(code, 1);
      assert.equal(
        stderr,
        `--to ${wrong} is not valid for fix-rounding. ` +
          'Write 0 (before the first turn) or the number of one of turns 1, 2, 3 and 5.\n',
      );
    }
    assert.equal(choices.length, 0);
  });

  it('leaves turns that the overview no longer shows to the app', async () => {
    const tasks = [{ ...PAUSED, turnCount: 70, turns: [aMark(69), aMark(70)] }];
    const change = { overview: () => Promise.resolve(anOverview({ tasks })) };
    const { app, rewinds } = rewinding(EVERYTHING, change);
    assert.equal((await devs('rewind fix-rounding --to 3', app)).code, 0);
    assert.equal(rewinds(), 1);
  });

  it('takes for a subtask the turns of itself and of those below it alone', async () => {
    const tasks = [
      { ...PAUSED, id: 'parent' },
      { ...PAUSED, id: 'child', parent: 'parent' },
      { ...PAUSED, id: 'grandchild', parent: 'child' },
    ].map((task) => ({
      ...task,
      turns: ['parent', 'child', 'grandchild', 'gone'].map((taskId, index) =>
        aMark(index + 1, { taskId }),
      ),
    }));
    const change = { overview: () => Promise.resolve(anOverview({ tasks })) };
    const valid = async (id: string) =>
      (await devs(`rewind ${id} --to 9`, rewinding(EVERYTHING, change).app)).stderr;
    assert.match(await valid('parent'), /one of turns 1–4\.\n/);
    assert.match(await valid('child'), /one of turns 2 and 3\.\n/);
    assert.match(await valid('grandchild'), /the number of turn 3\.\n/);
  });
});

describe('the question of devs rewind', () => {
  it('is asked on a terminal, after the preview; yes does it', async () => {
    for (const keys of ['y\r', 'Y\n', 'yes\r', ' y \r']) {
      const { app, rewinds } = rewinding(EVERYTHING);
      const { code, stdout } = await asked('rewind fix-rounding', app, keys);
      assert.deepEqual([code, rewinds()], [0, 1]);
      assert.ok(stdout.startsWith(`${wrapText(PREVIEW_TEXT, 80)}\n`));
      assert.match(stdout, /Rewind\? \[y\/N\] /);
      assert.ok(stdout.indexOf('Rewind?') < stdout.indexOf(wrapText(DONE, 80)));
      assert.equal(stdout.split('recreated').length, 2, 'the preview stands there once');
    }
  });

  it('means no for Enter, n, anything else, Ctrl+C, Ctrl+D and an input that ends: exit code 0', async () => {
    for (const keys of ['\r', 'n\r', 'yeah\r', '\u0003', '\u0004', undefined]) {
      const { app, rewinds } = rewinding(EVERYTHING);
      const { code, stdout } = await asked('rewind fix-rounding', app, keys);
      assert.deepEqual([code, rewinds()], [0, 0]);
      assert.match(stdout, /\nNothing was changed\.\n$/);
    }
  });

  it('is not asked with --yes or --json, nor where one of input and output is no terminal', async () => {
    for (const line of [
      'rewind fix-rounding --yes',
      'redo fix-rounding -y',
      'rewind fix-rounding --json',
    ]) {
      const { app, rewinds } = rewinding(EVERYTHING);
      const { stdout } = await asked(line, app, 'n\r');
      assert.doesNotMatch(stdout, /\[y\/N\]/);
      assert.equal(rewinds(), 1);
    }
    for (const piped of ['stdin', 'stdout'] as const) {
      const { app, rewinds } = rewinding(EVERYTHING);
      const host = new FakeHost(['rewind', 'fix-rounding'], app, true);
      Object.assign(host[piped], { isTTY: false });
      await runCli(host);
      assert.equal(rewinds(), 1);
    }
  });

  it('is followed by what was done where that is something else than what was shown', async () => {
    const done = aPreview();
    const { app } = rewinding(EVERYTHING, {
      rewind: () => Promise.resolve({ ok: true, message: DONE, done }),
    });
    const { stdout } = await asked('rewind fix-rounding', app, 'y\r');
    assert.match(
      stdout,
      /Files changed while Devs waited for your answer\. Devs did the following:\nRewind of .*: 1 file restored\n\n {2}restore +src\/round\.js/,
    );
  });
});

describe('--all, --also and --except', () => {
  async function chosen(line: string, folder = '/') {
    const { app, choices } = rewinding(EVERYTHING);
    const host = new FakeHost([...line.split(' '), '-C', '/'], app);
    host.folder = folder;
    const code = await runCli(host);
    return { code, stderr: host.stderr.text, choice: choices.at(-1) };
  }

  it('become the choice of the preview and of the rewind', async () => {
    assert.deepEqual((await chosen('rewind fix-rounding --all')).choice, {
      also: 'all',
      except: [],
    });
    assert.deepEqual(
      (await chosen('redo fix-rounding --also src/tax.js src/sum.js --except ./src/round.js'))
        .choice,
      { also: ['src/tax.js', 'src/sum.js'], except: ['src/round.js'] },
    );
  });

  it('take a folder for all below it that can be chosen, and paths relative to the current folder', async () => {
    assert.deepEqual((await chosen('rewind fix-rounding --also .')).choice?.also, [
      'src/sum.js',
      'src/tax.js',
    ]);
    assert.deepEqual((await chosen('rewind fix-rounding --except src/legacy/')).choice?.except, [
      'src/legacy/round.js',
    ]);
    assert.deepEqual((await chosen('rewind fix-rounding --also tax.js', '/src')).choice?.also, [
      'src/tax.js',
    ]);
    assert.deepEqual((await chosen('rewind fix-rounding --also src/tax.js', '/src')).choice?.also, [
      'src/tax.js',
    ]);
    assert.deepEqual((await chosen('rewind fix-rounding --also /src/tax.js')).choice?.also, [
      'src/tax.js',
    ]);
  });

  it('refuse a path that is not in the preview, and one that cannot be chosen with the reason', async () => {
    for (const option of ['also', 'except']) {
      const { code, stderr } = await chosen(`rewind fix-rounding --${option} src/nope.js`);
      assert.equal(code, 1);
      assert.equal(
        stderr,
        'src/nope.js is not among the files that this rewind would change or keep; --dry-run lists them.\n',
      );
    }
    const { stderr } = await chosen('rewind fix-rounding --also .env.local');
    assert.equal(
      stderr,
      '.env.local cannot be restored: it is or was ignored, so its content was not recorded.\n',
    );
    const { app } = rewinding(aPreview({ steps: [] }));
    assert.equal(
      (await devs('rewind fix-rounding --also x', app)).stderr,
      'x: there is no file that this rewind could change.\n',
    );
  });
});

describe('devs redo', () => {
  it('shows what it would do and does it, as a rewind', async () => {
    const { app, rewinds } = rewinding(aPreview({ kind: 'redo' }));
    const { code, stdout } = await asked('redo fix-rounding', app, 'y\r');
    assert.deepEqual([code, rewinds()], [0, 1]);
    assert.match(stdout, /^Redo of fix-rounding, which undoes its last rewind: 1 file restored\n/);
    assert.match(stdout, /Redo\? \[y\/N\] /);
  });

  it('says so when there is nothing to do', async () => {
    const { app } = rewinding(aPreview({ kind: 'redo', steps: [] }));
    assert.match((await devs('redo fix-rounding', app)).stdout, /\nThere is nothing to redo\.\n$/);
  });
});

describe('a preview of many or hostile paths', () => {
  it('lists 20 of each kind and counts the rest, those that can be chosen first', async () => {
    const paths = Array.from({ length: 140 }, (_, index) => `f${index}`);
    const preview = aPreview({
      steps: [
        ...paths.map((path) => ({ path, action: 'delete', turns: [1] }) as const),
        { path: 'z', action: 'restore', turns: [1] },
      ],
      kept: paths.map((path, index) => ({
        path: `k${path}`,
        why: { kind: 'editedSince', others: [] },
        turns: [1],
        ...(index === 139 ? { selectable: true, action: 'restore' } : { selectable: false }),
      })),
    });
    const { stdout } = await devs('rewind fix-rounding --dry-run', rewinding(preview).app);
    assert.match(stdout, /\n {2}restore {3}z /);
    assert.match(
      stdout,
      /\n {2}delete {4}f19 .*\n {2}… and 120 more \(`--json` shows all\)\n\n {2}keep {6}kf139 /,
    );
    assert.equal(stdout.split('… and 120 more').length, 3);
  });

  it('is harmless, tells names apart that look alike, and stays short', async () => {
    const names = [
      'a\u001b[2J.js',
      'a.js',
      'b\nc.js',
      'b c.js',
      ' lead',
      'trail ',
      '"quoted"',
      'tab\t.js',
      'rtl\u202egnp.js',
      'lone\ud800',
      `long/${'x'.repeat(4_000)}/end.js`,
      '\u0007'.repeat(4_000),
    ];
    const preview = aPreview({
      taskId: 'fix-rounding',
      steps: names.map((path) => ({ path, action: 'restore', turns: [1] })),
      kept: names.map((path) => ({
        path,
        why: { kind: 'inTheWay', by: path },
        selectable: false,
        turns: [1],
      })),
      repository: { commits: 0, stashed: 1, branchBefore: names[0]!, branchAfter: 'b\r\nc' },
    });
    const { stdout } = await devs('rewind fix-rounding --dry-run', rewinding(preview).app);
    // eslint-disable-next-line no-control-regex -- control characters are what this is about
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\ud800]/u);
    const lines = stdout.split('\n').filter((line) => line.startsWith('  restore'));
    assert.equal(new Set(lines).size, names.length);
    assert.ok(Math.max(...stdout.split('\n').map((line) => line.length)) < 400);
    assert.match(stdout, / {2}restore {3}"a\\u001b\[2J\.js" /);
    assert.match(stdout, / {2}restore {3}a\.js /);
    assert.match(stdout, /long\/x+…x+\/end\.js/);
  });
});
