import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createApp } from '../../../src/app/createApp';
import { runCli } from '../../../src/cli/cli';
import { issueJson, ScriptedGh } from '../../support/scriptedGh';
import { FakeHost } from '../../unit/cli/fakeApp';
import { configOf, HEAD } from '../../unit/platform/config/problemsOf';
import { ScratchWorkspace } from '../../unit/platform/config/scratchWorkspace';

const TODO = '# Plan\n\n- [ ] Export orders\n  as CSV\n- [x] Old\n- [ ] Import orders\n';
const BEFORE = `${HEAD}tasks:\n  - id: a # mine\n    goal: "Do a."\n`;

describe('devs add', () => {
  let workspace: ScratchWorkspace;
  let outside: ScratchWorkspace;
  let gh: ScriptedGh;
  beforeEach(() => {
    workspace = new ScratchWorkspace();
    outside = new ScratchWorkspace();
    workspace.write('devs.yaml', BEFORE);
    workspace.write('docs/TODO.md', TODO);
    gh = new ScriptedGh(join(outside.folder, 'bin'), {
      '12': { stdout: issueJson(12) },
      '13': { stdout: issueJson(13, { body: 'x'.repeat(65_000) }) },
      '99': { stderr: 'GraphQL: Could not resolve to an issue', code: 1 },
    });
  });
  afterEach(() => {
    workspace.dispose();
    outside.dispose();
  });

  /** Runs `devs` in a folder of the workspace, with the real app. */
  const devsIn = async (folder: string, ...argv: readonly string[]) => {
    const environment = { ...gh.environment, XDG_STATE_HOME: outside.folder };
    const host = new FakeHost(
      argv,
      createApp({
        ...{ workspaceDir: workspace.folder, assetsDir: '/nowhere', environment },
        ...{ who: 'terminal', settings: {} },
      }),
    );
    host.folder = join(workspace.folder, folder);
    const code = await runCli(host);
    return { code, out: host.stdout.text, err: host.stderr.text };
  };
  const devs = (...argv: readonly string[]) => devsIn('', ...argv);
  const tasks = () => configOf(workspace.read()).tasks;

  it('adds one task, with an id of its title', async () => {
    const { code, out } = await devs('add', 'Do a', '--verify', 'npm test', '--depends-on', 'a');
    assert.deepEqual([code, out], [0, 'Task "do-a" was added to devs.yaml.\n']);
    const added = tasks().at(-1);
    assert.deepEqual(
      [added?.title, added?.goal, added?.verify, added?.dependsOn],
      ['Do a', 'Do a', 'npm test', ['a']],
    );
  });

  it('adds the open items of a checklist as seen from the current folder, and nothing twice', async () => {
    const first = await devsIn('docs', 'add', '--from', 'TODO.md', '--agent', 'one');
    assert.equal(first.code, 0, first.err);
    const added = [
      'tasks:',
      '  - id: a # mine',
      '    goal: "Do a."',
      '  - id: export-orders-as-csv',
      '    title: Export orders as CSV',
      '    goal: |',
      '      Export orders',
      '      as CSV',
      '',
      '      From docs/TODO.md:3, under Plan.',
      '    agent: one',
      '  - id: import-orders',
      '    title: Import orders',
      '    goal: |',
      '      Import orders',
      '',
      '      From docs/TODO.md:6, under Plan.',
      '    agent: one',
      '',
    ].join('\n');
    assert.equal(workspace.read(), HEAD + added);
    workspace.write('docs/TODO.md', `Words.\n\n${TODO}- [ ] Third\n`);
    const again = await devs('add', '--from', 'docs/TODO.md', '--json');
    const answer = JSON.parse(again.out) as Record<'tasks' | 'there', readonly { id: string }[]>;
    assert.deepEqual(
      [answer.tasks.map(({ id }) => id), answer.there.map(({ id }) => id)],
      [['third'], ['export-orders-as-csv', 'import-orders']],
    );
    const third = await devs('add', '--from', 'docs/TODO.md');
    assert.match(third.out, /^No new task\. 3 tasks already there\.\n\nAlready there\n/);
    assert.equal(third.code, 0);
  });

  it('adds the items of a file once that is named in several ways', async () => {
    const names = [
      'docs/TODO.md',
      './docs/../docs/TODO.md',
      join(workspace.folder, 'docs/TODO.md'),
    ];
    const { out } = await devs('add', ...names.flatMap((name) => ['--from', name]));
    assert.match(out, /^2 tasks were added /);
  });

  it('adds issues with their text and address, once, and says what was cut', async () => {
    const address = 'https://github.com/acme/shop/issues/12';
    const { out, code } = await devs(
      'add',
      '--from',
      'github:#12',
      '--from',
      'github:acme/shop#13',
    );
    assert.equal(code, 0);
    assert.match(
      out,
      /^2 tasks were added .*\n\nAdded\n {2}fix-12 .*\n.*\n\nThe goal of "Fix 13" was too long; Devs cut off its end\.\n$/,
    );
    assert.deepEqual(
      tasks().map(({ title, goal, link }) => [title, goal.slice(0, 12), link]),
      [
        ['a', 'Do a.', undefined],
        ['Fix 12', 'It breaks.', address],
        ['Fix 13', 'xxxxxxxxxxxx', address.replace('12', '13')],
      ],
    );
    const before = workspace.read();
    assert.match((await devs('add', '--from', 'github:12')).out, /^No new task\. 1 task already/);
    assert.equal(workspace.read(), before);
    assert.match((await devs('status', 'fix-12')).out, new RegExp(`^from ${address}$`, 'm'));
  });

  it('shows with --dry-run what it would add, and writes nothing', async () => {
    const { out, code } = await devs('add', '--from', 'docs/TODO.md', '--dry-run');
    assert.equal(code, 0);
    assert.match(
      out,
      /^2 new tasks\.\n\nWould be added\n {2}export-orders-as-csv {2}Export orders as CSV\n/,
    );
    assert.equal(workspace.read(), BEFORE);
  });

  it('adds all or none, and says why', async () => {
    const refusals: readonly (readonly [RegExp, ...string[]])[] = [
      [/no issue #99/, '--from', 'docs/TODO.md', '--from', 'github:#99'],
      [/There is no file docs\/none\.md/, '--from', 'docs/none.md'],
      [/docs is no file/, '--from', 'docs'],
      [/names no GitHub issue; write github:#12/, '--from', 'github:x'],
      [/No task was added\. .*agent "two"/, '--from', 'docs/TODO.md', '--agent', 'two'],
      [/--from names the tasks/, 'Title', '--from', 'docs/TODO.md'],
      [/Give the task a title/],
      [/Give the task a title/, '\u200b'],
      [/already a task "a"/, 'Title', '--id', 'a'],
    ];
    for (const [why, ...words] of refusals) {
      const { code, err } = await devs('add', ...words);
      assert.match(err, why);
      assert.equal(code, 1);
      const dry = await devs('add', ...words, '--dry-run');
      assert.deepEqual([dry.code, dry.err], [code, err]);
      assert.equal(workspace.read(), BEFORE);
    }
  });

  it('says so where a file has nothing open, and reads no file that is no text', async () => {
    workspace.write('done.md', '- [x] a\n- [x] b\n');
    assert.match(
      (await devs('add', '--from', 'done.md')).out,
      /done\.md has no open item; 2 items done/,
    );
    workspace.write('code.c', 'int a;\n');
    assert.match((await devs('add', '--from', 'code.c')).out, /code\.c has no item: Devs reads/);
    workspace.write('binary.md', Buffer.from([0xff, 0xfe, 0x00]));
    assert.match((await devs('add', '--from', 'binary.md')).err, /binary\.md is no text/);
    workspace.write('long.md', '- [ ] a\n'.repeat(501));
    assert.match((await devs('add', '--from', 'long.md')).err, /501 tasks, but at most 500/);
    assert.equal(workspace.read(), BEFORE);
  });
});
