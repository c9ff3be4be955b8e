import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isAlive, until } from './devsProcess';
import { HAS_TERMINAL, TerminalRun } from './terminal';
import { LOOPING, SOLVING, TestWorkspace } from './testWorkspace';

describe('what the built command prints', function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  async function onTerminal(environment: NodeJS.ProcessEnv = {}): Promise<string> {
    const run = new TerminalRun(workspace, 'run', environment);
    await run.ended;
    return run.text;
  }

  if (HAS_TERMINAL) {
    it('is live and coloured on a terminal, and its lines stay', async () => {
      workspace.configure([LOOPING, SOLVING]);
      const text = await onTerminal();
      assert.ok(text.includes('\u001b[2K'), 'a line is overwritten');
      assert.match(stripVTControlCharacters(text), /▸ fix-answer {2}turn 1 {2}agent at work/);
      assert.match(
        stripVTControlCharacters(text),
        /✕ fix-answer {2}turn 1 [^✓]*measured\) {2}\d[^ ]*s\r\n/,
      );
      assert.ok(text.includes('\u001b[32m✓'), 'the sign of success is green');
      assert.equal(text.includes('\u001b[?25l'), false, 'the cursor is never hidden');
    });

    it('has no colours on a terminal with NO_COLOR, and nothing live on a dumb one', async () => {
      workspace.configure([SOLVING]);
      const text = await onTerminal({ NO_COLOR: '1' });
      const movements = ['\u001b[1A', '\u001b[2K', '\u001b[G'];
      assert.equal(text.split(movements[1] ?? '').length > 1, true);
      const left = movements.reduce((rest, movement) => rest.replaceAll(movement, ''), text);
      assert.equal(left.includes('\u001b'), false);
      workspace.write('answer.txt', '0');
      workspace.configure([LOOPING, SOLVING], { tasks: [{ id: 'again', goal: 'x' }] });
      assert.equal((await onTerminal({ TERM: 'dumb' })).includes('\u001b'), false);
    });
  }

  if (HAS_TERMINAL) {
    it('shows the decision of a pause in at most 25 lines, no word broken, and where the rest is', async () => {
      workspace.configure([LOOPING]);
      const run = new TerminalRun(workspace, 'run', {}, 80);
      assert.equal(await run.ended, 2);
      const text = stripVTControlCharacters(run.text).replaceAll('\r', '');
      const [, block = ''] =
        /\n(⚠ ENTROPY PAUSE[^]*?\nFull report: `devs report fix-answer`\n)/.exec(text) ?? [];
      const rows = block.trimEnd().split('\n');
      assert.ok(rows.length > 10 && rows.length <= 25, text);
      for (const row of rows) assert.ok(row.length <= 80, row);
      assert.doesNotMatch(block, /Turn by turn/);
      const report = new TerminalRun(workspace, 'report fix-answer', {}, 40);
      assert.equal(await report.ended, 0);
      const shown = stripVTControlCharacters(report.text).replaceAll('\r', '');
      assert.match(shown, /Turn by turn\n[^]*turn 5/);
      for (const row of shown.split('\n')) {
        assert.ok(row.length <= 40 || !row.trim().includes(' '), row);
      }
    });

    it('is interrupted by Ctrl+C on a terminal: 130, the agent ended, no line left behind', async () => {
      workspace.configure([{ ...LOOPING, hang: true }]);
      const run = new TerminalRun(workspace, 'run');
      const [call] = await until('the call of the agent', () => {
        const calls = workspace.calls();
        return calls.length > 0 ? calls : undefined;
      });
      run.type('\u0003');
      assert.equal(await run.ended, 130);
      assert.equal(isAlive(call?.pid ?? 0), false);
      const text = stripVTControlCharacters(run.text);
      assert.match(text, /■ fix-answer {2}turn 1 {2}interrupted/);
      assert.match(text, /The run was interrupted\. [^]*`devs run`\.\r\n$/);
    });
  }

  it('is JSON lines with --json: events, the report, and the result last', async () => {
    workspace.configure([LOOPING]);
    const { code, stdout, stderr } = await workspace.devs('run', '--json');
    assert.equal(code, 2);
    assert.equal(stderr, '');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const result = lines.at(-1);
    assert.deepEqual(
      [result?.['type'], result?.['end'], result?.['exitCode'], result?.['taskIds']],
      ['result', 'needsHuman', 2, ['fix-answer']],
    );
    const events = lines.filter(({ type }) => type === 'event').map(({ event }) => event);
    assert.equal(events.filter((event) => event === 'turn_ended').length, 5);
    assert.equal(events.filter((event) => event === 'pivot_issued').length, 2);
    assert.equal(lines.filter(({ type }) => type === 'report').length, 1);
    const status = await workspace.devs('status', '--json');
    const { run, tasks } = JSON.parse(status.stdout) as { run: string; tasks: { turns: number }[] };
    assert.deepEqual([run, tasks[0]?.turns], ['PAUSED', 5]);
    const report = await workspace.devs('report', 'fix-answer', '--json');
    assert.equal((JSON.parse(report.stdout) as { failureCount: number }).failureCount, 3);
  });

  it('comes from the workspace that -C names, or the nearest one upwards', async () => {
    workspace.configure([SOLVING]);
    const outside = await workspace.start(['-C', 'project', 'status'], {}, workspace.root).ended;
    assert.match(outside.stdout, /fix-answer +Pending/);
    const deep = path.join(workspace.folder, 'a', 'b');
    mkdirSync(deep, { recursive: true });
    assert.equal((await workspace.start(['run'], {}, deep).ended).code, 0);
    const wrong = await workspace.start(['status'], {}, workspace.root).ended;
    assert.equal(wrong.code, 1);
  });

  it('starts with a devs.yaml from `devs init`, which is never overwritten', async () => {
    workspace.write('package.json', '{"scripts":{"test":"node verify.js"}}');
    const first = await workspace.devs('init', '--json');
    assert.equal(first.code, 0, first.stdout);
    assert.equal((JSON.parse(first.stdout) as { verify: string }).verify, 'npm test');
    const { code, stderr } = await workspace.devs('init');
    assert.equal(code, 1);
    assert.match(stderr, /devs\.yaml/);
    assert.equal((await workspace.devs('status')).code, 0);
  });
});
