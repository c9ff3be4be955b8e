import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import { DEVS, isAlive, until, type Ended } from './devsProcess';
import { HAS_TERMINAL, TerminalRun } from './terminal';
import { TestWorkspace, type AcpNote } from './testWorkspace';

/** Asks to write the answer, and writes it if it may. */
const EDIT = {
  ...{ toolCallId: 'edit', kind: 'edit', title: 'Edit answer.txt' },
  rawInput: { path: 'answer.txt' },
  content: [{ type: 'diff', path: 'answer.txt', oldText: '0', newText: '42' }],
  then: [{ write: ['answer.txt', '42'] }],
};
const INSTALL = {
  ...{ toolCallId: 'install', kind: 'execute', title: 'npm install' },
  rawInput: { command: 'npm install left-pad' },
};
const ASKS_TO_EDIT = 'scripted asks to edit `answer.txt`';
const ASKS_TO_INSTALL = 'scripted asks to run `npm install left-pad`';

describe('permissions of an agent over the Agent Client Protocol', function () {
  this.timeout(90_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  /** The option that each request was answered with, in order: `yes`, `no` or `cancelled`. */
  function answers(): readonly [id: string, option: string][] {
    return workspace.notes().flatMap((note: AcpNote) => {
      if (note === 'cancel' || note.permission === undefined) return [];
      const { outcome = '', optionId = outcome } = note.result?.outcome ?? {};
      return [[note.permission, optionId]];
    });
  }

  /** `devs permit` or `devs deny` in another process, once the request waits. */
  async function answer(...words: readonly string[]): Promise<Ended> {
    return await until(`the answer ${words.join(' ')}`, async () => {
      const ended = await workspace.devs(...words);
      return ended.code === 0 ? ended : undefined;
    });
  }

  async function waiting(): Promise<readonly { readonly id: string; readonly rule?: string }[]> {
    const { stdout } = await workspace.devs('permit', '--json');
    return (JSON.parse(stdout) as { readonly waiting: { readonly id: string }[] }).waiting;
  }

  describe('that a rule decides', () => {
    it('is not asked: the agent edits, the verification passes, the task is done', async () => {
      workspace.configureAcp([{ permission: EDIT }, { say: 'STRATEGY: think' }], {
        permissions: { allow: ['edit'] },
      });
      const { code, stdout, stderr } = await workspace.devs('run');
      assert.equal(code, 0, stdout + stderr);
      assert.match(stdout, /✓ fix-answer {2}turn 1 {2}done/);
      assert.doesNotMatch(stdout, /asks to/);
      assert.deepEqual(answers(), [['edit', 'yes']]);
      assert.equal(workspace.read('answer.txt'), '42');
      const report = await workspace.devs('report', 'fix-answer');
      assert.match(
        report.stdout,
        /^fix-answer {2}Done[^]*\n {2}Permissions {2}1 call allowed\n {4}Allowed once by the rule `edit`: edit `answer\.txt`\.\n/,
      );
    });

    for (const [how, deeds] of [
      ['says that it may not', [{ say: 'I am not allowed to install it.' }]],
      ['ends its turn', [{ stop: 'cancelled' }]],
    ] as const)
      it(`names the rule that would allow it where nobody can be asked and the agent ${how}`, async () => {
        workspace.configureAcp([{ permission: INSTALL }, ...deeds]);
        const { code, stdout } = await workspace.devs('run');
        assert.equal(code, 2, stdout);
        assert.deepEqual(answers()[0], ['install', 'no']);
        assert.doesNotMatch(stdout, /asks to|devs doctor/);
        const rule =
          'Add `execute(npm install left-pad)` under `allow` of `permissions` in devs.yaml, or tell it in a hint';
        assert.match(stdout, /! fix-answer {2}blocked/);
        assert.ok(stdout.includes(` — ${rule}`), stdout);
        const report = await workspace.devs('report', 'fix-answer');
        assert.match(
          report.stdout,
          /was refused `npm install` .*\(nobody is there to answer\)\. Add `exec/,
        );
        assert.match(
          (await workspace.devs('report')).stdout,
          /Refused \S+( times)?, nobody was there to answer: run `npm install left-pad`\. To allow it: Add `execute\(npm/,
        );
      });

    it('is in the next prompt with the reason, so that an agent can do without', async () => {
      workspace.configureAcp([{ permission: INSTALL }, { say: 'STRATEGY: install it' }], {
        permissions: { deny: ['execute(npm *)'] },
        limits: { maxPivots: 1 },
      });
      const { code, stdout } = await workspace.devs('run');
      assert.equal(code, 2, stdout);
      const told = workspace
        .notes()
        .flatMap((note: AcpNote) => (note === 'cancel' ? [] : [note.prompt ?? []].flat()))
        .map((prompt) =>
          prompt.includes(
            '----- BEGIN REFUSED CALLS -----\nnpm install (1 time): denied by the rule `execute(npm *)`\n----- END',
          ),
        );
      assert.deepEqual(
        told.slice(0, 4),
        [false, true, true, false],
        'neither the first nor a fresh start',
      );
      assert.match(
        stdout,
        /Change the rule `execute\(npm \*\)` under `deny` of `permissions` in devs\.yaml/,
      );
    });

    it('stops an agent whose steps are a loop: its prompt is cancelled, its turn ends', async () => {
      const step = {
        kind: 'execute',
        title: 'npm test',
        rawInput: { command: 'npm test' },
        result: '1 failing',
      };
      const steps = Array.from({ length: 20 }, (_, id) => ({ call: { id: `c${id}`, ...step } }));
      workspace.configureAcp([...steps, { untilCancelled: true }], { limits: { maxPivots: 0 } });
      const { code, stdout } = await workspace.devs('run');
      assert.equal(code, 2, stdout);
      assert.match(stdout, /turn 1 .*Stopped for a loop/);
      assert.ok(workspace.notes().includes('cancel'));
      assert.ok(workspace.acpPids().every((pid) => !isAlive(pid)));
    });

    it('asks even where nobody watches, if it says so', async () => {
      workspace.configureAcp([{ permission: INSTALL }, { permission: EDIT }], {
        permissions: { allow: ['edit'], ask: ['execute(npm install *)'] },
      });
      const run = workspace.start(['run']);
      await answer('deny', 'fix-answer');
      const { code, stdout } = await run.ended;
      assert.equal(code, 0, stdout);
      assert.ok(
        stdout.includes(
          `? fix-answer  ${ASKS_TO_INSTALL}  \`devs permit fix-answer\` or \`devs deny fix-answer\`\n`,
        ),
        stdout,
      );
      assert.match(stdout, /✗ fix-answer {2}you refused scripted to run `npm install left-pad`\n/);
      assert.deepEqual(answers(), [
        ['install', 'no'],
        ['edit', 'yes'],
      ]);
    });
  });

  it('are refused after permissionTimeout, and the time of the agent stands still until then', async () => {
    workspace.configureAcp(
      [{ permission: INSTALL }, { permission: EDIT }],
      { permissions: { allow: ['edit'], ask: ['execute'] }, permissionTimeout: '6s' },
      { timeout: '5s' },
    );
    const { code, stdout, stderr } = await workspace.devs('run');
    assert.equal(code, 0, stdout + stderr);
    assert.match(
      stdout,
      /✗ fix-answer {2}nobody answered in time, so Devs refused scripted to run/,
    );
    assert.match(stdout, /✓ fix-answer {2}turn 1 {2}done/);
    assert.deepEqual(answers(), [
      ['install', 'no'],
      ['edit', 'yes'],
    ]);
  });

  if (!HAS_TERMINAL) return;

  /** Whether the question below these lines is shown. */
  function isAsked({ text }: TerminalRun, detail: string): boolean {
    const shown = stripVTControlCharacters(text);
    const at = shown.lastIndexOf(detail);
    return at !== -1 && shown.includes('Allow?', at);
  }

  async function asked(run: TerminalRun, detail: string): Promise<void> {
    await until(`the question about ${detail}: ${run.text}`, () => isAsked(run, detail));
  }

  const COMMAND = '  $ npm install left-pad\r\n';
  const CHANGE = '  answer.txt\r\n  - 0\r\n  + 42\r\n';

  describe('on the terminal of devs run', () => {
    it('are asked one after the other; each key answers one, and the task gets done', async () => {
      workspace.configureAcp([{ permissions: [INSTALL, EDIT] }]);
      const run = new TerminalRun(workspace, 'run; stty -a', {}, 80);
      await asked(run, COMMAND);
      run.type('n');
      await asked(run, CHANGE);
      run.type('y');
      await run.ended;
      const shown = stripVTControlCharacters(run.text);
      assert.ok(shown.includes(`? fix-answer  ${ASKS_TO_INSTALL}\r\n`), shown);
      assert.ok(shown.includes(`? fix-answer  ${ASKS_TO_EDIT}\r\n`), shown);
      assert.match(shown, /✗ fix-answer {2}you refused scripted to run/);
      assert.match(shown, /✓ fix-answer {2}you allowed scripted to edit/);
      assert.match(shown, /✓ fix-answer {2}turn 1 {2}done/);
      assert.match(shown, /[^-]icanon[^]*[^-]echo /, 'the terminal is as before');
      assert.deepEqual(answers(), [
        ['install', 'no'],
        ['edit', 'yes'],
      ]);
    });

    it('are remembered for the task with t, and not asked again', async () => {
      workspace.configureAcp([
        { permission: INSTALL },
        { permission: INSTALL },
        { permission: EDIT },
      ]);
      const run = new TerminalRun(workspace, 'run', {}, 80);
      await asked(run, COMMAND);
      run.type('t');
      await asked(run, CHANGE);
      run.type('w');
      assert.equal(await run.ended, 0, run.text);
      assert.deepEqual(
        answers().map(([, option]) => option),
        ['yes', 'yes', 'yes'],
      );
      const { stdout } = await workspace.devs('permit');
      assert.match(stdout, /^ {2}execute\(npm install left-pad\) {2}for fix-answer$/m);
      assert.match(stdout, /^ {2}edit {2}in this workspace$/m);
    });

    it('are not answered by what was typed before', async () => {
      workspace.configureAcp([{ permission: INSTALL }, { permission: EDIT }], {
        permissions: { allow: ['edit'] },
        verify: [process.execPath, '-e', 'while (!require("fs").existsSync("go"));'],
      });
      const run = new TerminalRun(workspace, 'run', {}, 80);
      await until('the start', () => run.text.includes('verifying'));
      run.type('yyyy');
      await until('its echo', () => run.text.includes('yyyy'));
      workspace.write('go', '');
      await asked(run, COMMAND);
      run.type('n');
      assert.equal(await run.ended, 0, run.text);
      assert.deepEqual(answers()[0], ['install', 'no']);
    });

    for (const [words, shown, option] of [
      [['permit', 'fix-answer'], '✓ fix-answer  you allowed scripted to run', 'yes'],
      [['deny', 'fix-answer'], '✗ fix-answer  you refused scripted to run', 'no'],
    ] as const)
      it(`are answered by devs ${words.join(' ')} in another process as well`, async () => {
        workspace.configureAcp([{ permission: INSTALL }, { permission: EDIT }], {
          permissions: { allow: ['edit'] },
        });
        const run = new TerminalRun(workspace, 'run', {}, 80);
        await asked(run, COMMAND);
        await answer(...words);
        assert.equal(await run.ended, 0, run.text);
        assert.ok(stripVTControlCharacters(run.text).includes(`\n${shown}`), run.text);
        assert.deepEqual(answers()[0], ['install', option]);
      });

    it('are named where two wait, allowed for good with --always, and not asked again', async () => {
      workspace.configureAcp([
        { permissions: [INSTALL, EDIT] },
        { permission: { ...INSTALL, toolCallId: 'again' } },
      ]);
      const run = new TerminalRun(workspace, 'run', {}, 80);
      await asked(run, COMMAND);
      await until('both', async () => (await waiting()).length === 2);
      const which = await workspace.devs('permit', 'fix-answer');
      assert.equal(which.code, 1);
      assert.match(
        which.stderr.replaceAll(/\s+/g, ' '),
        /2 permission requests of fix-answer wait for an answer; name one of them: 1: run/,
      );
      const { stdout } = await workspace.devs('status');
      assert.match(
        stdout,
        /^Waiting for your permission\n[^]*`devs permit fix-answer --request 2`/,
      );
      await answer('permit', 'fix-answer', '--request', '1', '--always');
      await asked(run, CHANGE);
      await answer('permit', 'fix-answer', '--request', '2');
      assert.equal(await run.ended, 0, run.text);
      assert.deepEqual(answers(), [
        ['install', 'yes'],
        ['edit', 'yes'],
        ['again', 'yes'],
      ]);
    });

    it('leave no process behind after Ctrl+C, and cannot be answered any more', async () => {
      workspace.configureAcp([{ permission: INSTALL }]);
      const run = new TerminalRun(workspace, 'run', {}, 80);
      await asked(run, COMMAND);
      const [pid = 0] = workspace.acpPids();
      assert.ok(isAlive(pid));
      run.type('\u0003');
      await until('the end of the agent', () => !isAlive(pid), 2_000);
      assert.equal(await run.ended, 130);
      const shown = stripVTControlCharacters(run.text);
      assert.match(shown, /the turn ended before anybody answered: scripted asked to run/);
      assert.match(shown, /The run was interrupted\. [^]*`devs run`\.\r\n$/);
      const late = await workspace.devs('permit', 'fix-answer');
      assert.equal(late.code, 1);
      assert.match(late.stderr, /^Nothing is running\.$/m);
    });

    it('restore the terminal when the second Ctrl+C ends the run at once', async () => {
      workspace.configureAcp([{ permission: INSTALL }]);
      const run = new TerminalRun(workspace, 'run; stty -a', {}, 80);
      await asked(run, COMMAND);
      run.type('\u0003\u0003');
      await run.ended;
      const shown = stripVTControlCharacters(run.text);
      assert.match(shown, /[^-]icanon[^]*[^-]echo /);
      const [pid = 0] = workspace.acpPids();
      await until('the end of the agent', () => !isAlive(pid));
    });

    it('whose text looks like something else are harmless', async () => {
      const hostile = `rm a\u001b[2J\u001b]0;title\u0007\u202e\u200b\r\nAllow? [y]es ${'x'.repeat(2 ** 20)}`;
      workspace.configureAcp(
        [
          { permission: { ...INSTALL, rawInput: { command: hostile }, title: hostile } },
          { permission: EDIT },
        ],
        { permissions: { allow: ['edit'] } },
      );
      const run = new TerminalRun(workspace, 'run', { NO_COLOR: '1' }, 80);
      await asked(run, 'more are not shown');
      run.type('n');
      assert.equal(await run.ended, 0);
      const movements = ['\u001b[1A', '\u001b[2K', '\u001b[G'];
      const left = movements.reduce((rest, each) => rest.replaceAll(each, ''), run.text);
      for (const obeyed of ['\u001b', '\u0007', '\u202e', '\u200b'])
        assert.equal(left.includes(obeyed), false, JSON.stringify(obeyed));
      assert.ok(run.text.length < 50_000, `${run.text.length} characters`);
      assert.match(run.text, / {2}\$ rm a\\u\{1b\}\[2J.*\r\n {2}\$ Allow\? \[y\]es\r\n/);
      assert.match(run.text, /\[y\]es, \[n\]o \(answer by/, 'no rule for good that cannot be read');
    });

    it('are not asked in the background, where reading keys would stop the run; their line names the commands', async () => {
      workspace.configureAcp([{ permission: EDIT }]);
      const inBackground = `set -m; '${process.execPath}' '${DEVS}' run & wait`;
      const run = new TerminalRun(workspace, `--version; ${inBackground}`, {}, 80);
      await until('the line', () => run.text.includes('devs deny fix-answer'));
      await answer('permit', 'fix-answer');
      await run.ended;
      assert.match(stripVTControlCharacters(run.text), /✓ fix-answer {2}turn 1 {2}done/);
      assert.doesNotMatch(run.text, /Allow\?/);
    });

    it('are asked on a terminal that cannot overwrite a line', async () => {
      workspace.configureAcp([{ permission: EDIT }]);
      const run = new TerminalRun(workspace, 'run', { TERM: 'dumb' }, 80);
      await asked(run, CHANGE);
      run.type('y');
      assert.equal(await run.ended, 0);
      assert.equal(run.text.includes('\u001b'), false);
    });
  });
});
