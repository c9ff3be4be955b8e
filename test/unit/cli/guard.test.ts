import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCli } from '../../../src/cli/cli';
import { GUARD_PROGRAMS } from '../../../src/platform/guard/guardPrograms';
import { FakeHost, WALL_CLOCK } from './fakeApp';

describe('devs guard and devs sessions', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'devs-guard-'));
    mkdirSync(path.join(root, 'claude'));
    for (const name of GUARD_PROGRAMS) writeFileSync(path.join(root, name), '//');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const settings = (): string => readFileSync(path.join(root, 'claude', 'settings.json'), 'utf8');

  async function devs(line: string): Promise<{ code: number; stdout: string; stderr: string }> {
    const host = new FakeHost(line.split(' '));
    host.environment = {
      ...{ HOME: root, USERPROFILE: root },
      ...{ TERM: 'xterm', PATH: '', XDG_STATE_HOME: path.join(root, 'state') },
      ...{ CLAUDE_CONFIG_DIR: path.join(root, 'claude'), CODEX_HOME: path.join(root, 'codex') },
    };
    host.assetsDir = root;
    host.folder = root;
    const code = await runCli(host);
    return { code, stdout: host.stdout.text, stderr: host.stderr.text };
  }

  /** A session of Claude Code in this folder that repeats a failing call. */
  function writeSession(id: string, times: number, folder = root): void {
    const sessions = path.join(root, 'state', 'devs', 'guard', 'sessions');
    mkdirSync(sessions, { recursive: true });
    const at = (minute: number): string =>
      new Date(WALL_CLOCK.getTime() - 3_600_000 + minute * 60_000).toISOString();
    const call = (number: number): object[] => {
      const step = { tool: 'Bash', args: '{"command":"npm test"}', call: `c${number}` };
      const result = { kind: 'result', ...step, result: '1 failing: expected 1', error: true };
      return [{ kind: 'call', ...step }, result];
    };
    const records = [
      { kind: 'prompt', text: 'fix the\ntests', folder },
      ...Array.from({ length: times }, (_, number) => call(number)).flat(),
    ];
    const lines = records.map((record, number) =>
      JSON.stringify({ id: `r${number}`, at: at(number), ...record }),
    );
    writeFileSync(path.join(sessions, `claude.${id}.jsonl`), `${lines.join('\n')}\n`);
  }

  it('installs, says where, and takes everything back', async () => {
    writeFileSync(path.join(root, 'claude', 'settings.json'), '{}\n');
    const installed = await devs('guard install claude codex');
    assert.equal(installed.code, 0, installed.stderr);
    assert.match(
      installed.stdout,
      /✓ Claude Code is guarded: .*settings\.json\nNot found on this machine: Codex\.\n/,
    );
    assert.match(settings(), /guard\/bin\/hook\.js/);
    assert.match(
      (await devs('guard install claude')).stdout,
      /^Claude Code is already guarded\.\n$/,
    );
    const { code, stdout } = await devs('guard uninstall');
    assert.equal(code, 0);
    assert.match(stdout, /settings\.json is without the guard again\./);
    assert.equal(settings(), '{}\n');
    assert.equal((await devs('guard uninstall')).stdout, 'No agent is guarded.\n');
  });

  it('shows the change as a diff, and makes none, in a dry run', async () => {
    writeFileSync(path.join(root, 'claude', 'settings.json'), '{}\n');
    const { stdout } = await devs('guard install claude --dry-run');
    assert.match(
      stdout,
      /^--- a\/.*settings\.json\n\+\+\+ b\/.*\n@@ .*\n-\{\}\n\+\{\n\+ {2}"hooks": \{/,
    );
    assert.match(stdout, /Nothing was changed: this is a dry run\.\n$/);
    assert.equal(settings(), '{}\n');
  });

  it('says what a project needs besides', async () => {
    mkdirSync(path.join(root, 'codex'));
    const { stdout } = await devs('guard install codex --project');
    assert.match(stdout, /\.codex\/hooks\.json\n! Codex reads the settings of a project only in/);
  });

  it('does not call Codex guarded before its user trusts the hooks', async () => {
    mkdirSync(path.join(root, 'codex'));
    const { stdout } = await devs('guard install codex');
    assert.match(
      stdout,
      /^! Codex: hooks installed, not guarded yet: .*hooks\.json\n! Codex is guarded once you trust these hooks: .*--trust/,
    );
    assert.doesNotMatch(stdout, /✓|Sessions that you start/);
    const again = (await devs('guard install codex')).stdout;
    assert.match(again, /^The hooks of Codex are already installed\.\n! Codex is guarded once/);
    const both = (await devs('guard install claude codex')).stdout;
    assert.match(both, /^✓ Claude Code is guarded: /);
    assert.match(both, /Sessions that you start from now on are guarded/);
  });

  it('tells scripts what it did', async () => {
    const { stdout } = await devs('guard install claude codex --json');
    assert.deepEqual(JSON.parse(stdout), {
      ok: true,
      changed: [
        {
          ...{ agent: 'claude', scope: 'user', removed: false },
          file: path.join(root, 'claude', 'settings.json'),
        },
      ],
      ...{ unchanged: [], missing: ['codex'], problems: [], trust: null },
    });
  });

  it('fails with the reason where settings cannot be edited', async () => {
    writeFileSync(path.join(root, 'claude', 'settings.json'), '{\n');
    const { code, stderr } = await devs('guard install claude');
    assert.equal(code, 1);
    assert.match(stderr, /settings\.json:\d: a closing brace is missing/);
    writeFileSync(path.join(root, 'claude', 'settings.json'), '{}\n', { mode: 0o400 });
    chmodSync(path.join(root, 'claude', 'settings.json'), 0o400);
    const readOnly = await devs('guard install claude');
    assert.match(readOnly.stderr, /settings\.json is read-only/);
    assert.equal(readOnly.stdout, '');
  });

  it('refuses what it does not know, with what it does', async () => {
    const wrong = await devs('guard install clade');
    assert.equal(wrong.code, 1);
    assert.match(
      wrong.stderr,
      /Devs cannot guard an agent "clade"\. Did you mean "claude"\? Agents that Devs can guard: claude, codex/,
    );
    assert.match((await devs('guard remove')).stderr, /install, uninstall, status/);
    assert.match(
      (await devs('guard install --user --project')).stderr,
      /Use either --user or --project, not both/,
    );
    assert.match((await devs('guard status --trust')).stderr, /Use --trust only with/);
    rmSync(path.join(root, 'claude'), { recursive: true });
    assert.match(
      (await devs('guard install claude')).stderr,
      /Not found on this machine: Claude Code/,
    );
  });

  it('shows in the status where the guard is, and the last line of its log', async () => {
    const none = await devs('guard status');
    assert.match(none.stdout, /Claude Code +– +no +– +0\n/);
    assert.match(none.stdout, /Codex +not found +no/);
    assert.match(
      none.stdout,
      /No agent is guarded; to guard your agents, run `devs guard install`\./,
    );
    await devs('guard install');
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const left = path.join(root, 'claude', `settings.json.${pid}-1.tmp`);
    writeFileSync(left, '');
    writeSession('3f9c1a7e-1', 1);
    writeFileSync(path.join(root, 'state', 'devs', 'guard', 'guard.log'), 'older\nit broke\n');
    const { stdout } = await devs('guard status');
    assert.ok(!existsSync(left));
    assert.match(stdout, /Claude Code +– +yes +13:02 +1\n {2}.*settings\.json\n/);
    assert.match(stdout, /Last line of .*guard\.log:\n {2}it broke\n/);
  });

  it('shows in the status how the settings of a project are renewed', async () => {
    await devs('guard install claude --project');
    const file = path.join(root, '.claude', 'settings.local.json');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"timeout": 5', '"timeout": 6'));
    assert.match(
      (await devs('guard status')).stdout,
      /settings\.local\.json \(project\): outdated, `devs guard install claude --project` in its folder updates it\n/,
    );
  });

  it('says that no hook runs where the settings turn all off', async () => {
    writeFileSync(path.join(root, 'claude', 'settings.json'), '{"disableAllHooks": true}\n');
    const note =
      /\n! "disableAllHooks" is true in your settings of Claude Code, so it runs no hooks: remove it\.\n/;
    for (const line of ['install claude', 'install claude', 'install claude --project'])
      assert.match((await devs(`guard ${line}`)).stdout, note);
    const { stdout } = await devs('guard status');
    assert.match(stdout, /Claude Code +– +no /);
    assert.match(stdout, /settings\.json: off, because "disableAllHooks" is true in it\n/);
    assert.match(
      stdout,
      /\(project\): off, because "disableAllHooks" is true in .*settings\.json\n/,
    );
    writeFileSync(path.join(root, 'claude', 'settings.json'), '{}\n');
    const file = path.join(root, '.claude', 'settings.local.json');
    writeFileSync(file, '{"disableAllHooks": true}\n');
    assert.match(
      (await devs('guard install claude')).stdout,
      /in the settings of this project, so Claude Code runs no hooks here: remove it\.\n/,
    );
  });

  it('lists the sessions of the folder, with the newest loop of each', async () => {
    assert.match(
      (await devs('sessions')).stdout,
      /^No guarded session was active in the last day in .*\n`devs guard status`/,
    );
    writeSession('3f9c1a7e-1', 5);
    writeSession('elsewhere-1', 1, '/elsewhere');
    const { stdout } = await devs('sessions');
    assert.match(stdout, /^3f9c1a7e {2}Claude Code {2}Working, last at 13:10\n/);
    assert.match(stdout, / {2}asked: fix the tests\n {2}now: 5 steps\n/);
    assert.match(
      stdout,
      / {2}13:06 `npm test` failed.* Devs refused the next tool call and told the agent why\.\n/,
    );
    assert.match(stdout, /1 more session in other folders: `devs sessions --all`\n/);
    assert.match((await devs('sessions --all')).stdout, /elsewher {2}Claude Code/);
    const json = JSON.parse((await devs('sessions --json')).stdout) as { sessions: object[] };
    assert.equal(json.sessions.length, 1);
  });

  it('shows one session with the proof of its loop', async () => {
    writeSession('3f9c1a7e-1', 5);
    for (const name of ['3f9c', 'claude', '3f9c1a7e-1']) {
      const { stdout } = await devs(`sessions ${name}`);
      assert.match(stdout, /\n13:\d\d, step 3\n {2}.*npm test.*\n {2}Devs refused/);
      assert.match(stdout, /Bash npm test {2}1 failing: expected 1\n/);
      assert.match(stdout, /devs sessions 3f9c1a7e --not-a-loop/);
    }
  });

  it('takes what a human says about a session', async () => {
    writeSession('3f9c1a7e-1', 3);
    const snoozed = await devs('sessions claude --snooze 30m');
    assert.equal(snoozed.stdout, 'Devs does not interrupt the session until 14:30.\n');
    assert.match((await devs('sessions')).stdout, /Snoozed until 14:30\./);
    assert.match(
      (await devs('sessions claude --snooze 0m')).stdout,
      /interrupts the session again when it loops/,
    );
    assert.doesNotMatch((await devs('sessions')).stdout, /Snoozed/);
    assert.match((await devs('sessions claude --snooze soon')).stderr, /"soon" is no duration/);
    assert.match((await devs('sessions --not-a-loop')).stdout, /this was not a loop/);
    assert.match((await devs('sessions')).stdout, /You said that this was not a loop\./);
    assert.match((await devs('sessions --not-a-loop')).stderr, /noticed no loop/);
  });

  it('asks which session is meant where it is not one', async () => {
    assert.match(
      (await devs('sessions x')).stderr,
      /No guarded session was active in the last day/,
    );
    writeSession('3f9c1a7e-1', 1);
    writeSession('3f9c1a7e-2', 1);
    assert.match(
      (await devs('sessions 3f9c')).stderr,
      /Which session\? Name one of 3f9c1a7e-\d \(claude\), 3f9c1a7e-\d \(claude\)\./,
    );
    assert.match((await devs('sessions x')).stderr, /no session "x"\. Known/);
  });
});
