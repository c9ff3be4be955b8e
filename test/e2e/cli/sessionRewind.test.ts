import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GuardedSessions } from '../../../src/app/guard/guardedSessions';
import { SessionRewinds } from '../../../src/app/guard/sessionRewinds';
import type { GuardedSession } from '../../../src/model/guard/guardedSession';
import { InstalledHook } from '../../support/installedHook';
import { DevsProcess, until, type Ended } from './devsProcess';

describe('the files of a guarded session', function () {
  this.timeout(60_000);
  let folder: string;
  let project: string;
  let hook: InstalledHook;
  let sessions: GuardedSessions;
  let rewinds: SessionRewinds;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'devs-session-')));
    project = join(folder, 'project');
    mkdirSync(project);
    execFileSync('git', ['init', '-q', project]);
    write('.gitignore', 'node_modules/\n');
    write('cart.js', 'one\n');
    write('mine.txt', 'mine\n');
    const environment = { ...process.env, XDG_STATE_HOME: folder };
    hook = new InstalledHook(join(folder, 'devs/guard'));
    sessions = new GuardedSessions(environment);
    rewinds = new SessionRewinds(environment, sessions, () => 'Done.');
  });
  afterEach(async () => {
    await hook.dispose();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const at = (path: string): string => join(project, path);
  const read = (path: string): string | undefined =>
    existsSync(at(path)) ? readFileSync(at(path), 'utf8') : undefined;
  function write(path: string, text: string): void {
    writeFileSync(at(path), text);
  }

  /** Reports a prompt or a stop, and waits for its checkpoint. */
  async function moment(
    event: 'UserPromptSubmit' | 'Stop',
    session_id = 'a-session',
  ): Promise<void> {
    const before = checkpoints();
    const payload = {
      session_id,
      cwd: project,
      prompt: `Prompt ${before}`,
      stop_hook_active: false,
    };
    assert.equal((await hook.run(event, payload)).stdout, '');
    await until('its checkpoint', () => checkpoints() > before);
  }
  const checkpoints = (): number => hook.records.filter(({ kind }) => kind === 'checkpoint').length;

  async function turn(act: () => void): Promise<void> {
    await moment('UserPromptSubmit');
    act();
    await moment('Stop');
  }

  function session(): GuardedSession {
    const [found] = sessions.list(new Date(), project).filter(({ id }) => id === 'a-session');
    return found ?? assert.fail('no session');
  }

  it('go back to before the newest prompt, shell edits included, and what you changed is kept', async () => {
    await turn(() => write('cart.js', 'two\n'));
    write('mine.txt', 'mine, edited\n');
    await turn(() => {
      execFileSync('sh', ['-c', 'echo three > cart.js; rm .gitignore; echo new > new.js'], {
        cwd: project,
      });
    });
    write('mine.txt', 'mine, edited again\n');
    const outcome = await rewinds.apply(session(), { kind: 'rewind' });
    assert.ok(outcome.ok, outcome.message);
    assert.equal(read('cart.js'), 'two\n');
    assert.equal(read('.gitignore'), 'node_modules/\n');
    assert.equal(read('new.js'), undefined);
    assert.equal(read('mine.txt'), 'mine, edited again\n');
    const undone = await rewinds.apply(session(), { kind: 'redo' });
    assert.ok(undone.ok, undone.message);
    assert.equal(read('cart.js'), 'three\n');
    assert.equal(read('new.js'), 'new\n');
    assert.equal(read('mine.txt'), 'mine, edited again\n');
    assert.equal(read('.gitignore'), undefined);
  });

  it('go back to before the first prompt', async () => {
    await turn(() => write('cart.js', 'two\n'));
    await turn(() => write('cart.js', 'three\n'));
    assert.deepEqual(
      rewinds.moments(session()).map(({ number }) => number),
      [1, 2],
    );
    assert.equal(rewinds.undoable(session()), undefined);
    const outcome = await rewinds.apply(session(), { kind: 'rewind', toTurn: 0 });
    assert.ok(outcome.ok, outcome.message);
    assert.equal(read('cart.js'), 'one\n');
    assert.equal(rewinds.undoable(session())?.toTurn, 0);
    assert.deepEqual(
      rewinds.turns(session()).map(({ number }) => number),
      [1, 2],
    );
  });

  it('go back after Devs ended the turn, at which agents tell of no stop', async () => {
    await moment('UserPromptSubmit');
    write('cart.js', 'two\n');
    const before = checkpoints();
    for (let number = 1; number <= 7; number += 1) {
      const call = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: number };
      const payload = { session_id: 'a-session', cwd: project };
      await hook.run('PreToolUse', { ...payload, ...call });
      const failed = { ...call, tool_response: 'Exit code 1\nError: expected 1 to equal 2' };
      await hook.run('PostToolBatch', { ...payload, tool_calls: [failed] });
    }
    await until('the checkpoint of its end', () => checkpoints() > before);
    assert.equal(session().status, 'stopped');
    write('mine.txt', 'mine, edited\n');
    const outcome = await rewinds.apply(session(), { kind: 'rewind' });
    assert.ok(outcome.ok, outcome.message);
    assert.equal(read('cart.js'), 'one\n');
    assert.equal(read('mine.txt'), 'mine, edited\n');
  });

  it('keep what another session may have written in the same folder, unless it is chosen', async () => {
    await moment('UserPromptSubmit');
    await moment('UserPromptSubmit', 'another');
    write('cart.js', 'by one of them\n');
    await moment('Stop', 'another');
    await moment('Stop');
    const kept = await rewinds.apply(session(), { kind: 'rewind' });
    assert.ok(kept.ok, kept.message);
    assert.equal(read('cart.js'), 'by one of them\n');
    const chosen = await rewinds.apply(session(), { kind: 'rewind' }, { also: 'all', except: [] });
    assert.ok(chosen.ok, chosen.message);
    assert.equal(read('cart.js'), 'one\n');
  });

  it('are rewound beside a session that was killed in a turn of its own, an hour before', async () => {
    await moment('UserPromptSubmit', 'killed');
    const killed = hook.sessionFiles[0] ?? assert.fail('no session file');
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const text = readFileSync(killed, 'utf8').replaceAll(/"at":"[^"]+"/g, `"at":"${hourAgo}"`);
    writeFileSync(killed, text);
    await turn(() => write('cart.js', 'two\n'));
    const outcome = await rewinds.apply(session(), { kind: 'rewind' });
    assert.ok(outcome.ok, outcome.message);
    assert.equal(read('cart.js'), 'one\n');
  });

  it('are rewound some days later, and what another session of that time wrote is kept', async () => {
    await moment('UserPromptSubmit');
    await moment('UserPromptSubmit', 'another');
    write('cart.js', 'by one of them\n');
    await moment('Stop', 'another');
    await moment('Stop');
    await turn(() => write('mine.txt', 'by the agent\n'));
    const days = new Date(Date.now() - 3 * 24 * 3_600_000);
    for (const file of hook.sessionFiles) utimesSync(file, days, days);
    const { code, stdout, stderr } = await new DevsProcess(
      ['rewind', 'a-session', '--to', '0', '--yes'],
      { cwd: project, env: { ...process.env, XDG_STATE_HOME: folder, DEVS_STATE_DIR: '' } },
    ).ended;
    assert.equal(code, 0, stdout + stderr);
    assert.equal(read('mine.txt'), 'mine\n');
    assert.equal(read('cart.js'), 'by one of them\n');
  });

  it('are rewound by the command, in a folder without devs.yaml too', async () => {
    await turn(() => write('cart.js', 'two\n'));
    await turn(() => write('cart.js', 'three\n'));
    const devs = async (...words: readonly string[]): Promise<Ended> =>
      await new DevsProcess(words, {
        cwd: project,
        env: { ...process.env, XDG_STATE_HOME: folder, DEVS_STATE_DIR: '' },
      }).ended;
    const dry = await devs('rewind', 'a-ses', '--dry-run');
    assert.match(dry.stdout, /restore +cart\.js +changed in turn 2/);
    assert.equal(read('cart.js'), 'three\n');
    const { code, stdout, stderr } = await devs('rewind', 'a-session', '--to', '0');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Rewound a-session to before its first turn: 1 file restored/);
    assert.equal(read('cart.js'), 'one\n');
    assert.equal((await devs('redo', 'a-session')).code, 0);
    assert.equal(read('cart.js'), 'three\n');
    const wrong = await devs('rewind', 'a-session', '--to', 'x');
    assert.match(wrong.stderr, /--to x is not valid for a session/);
    const unknown = await devs('rewind', 'another');
    assert.match(unknown.stderr, /no session "another"\. Known sessions: a-sessio \(claude\)/);
    const none = await devs('rewind', 'a-session', '--to', '7');
    assert.match(none.stderr, /no checkpoint after turn 7\. .* 0 \(before the first turn\), 1, 2/);
  });

  it('are not touched while the agent works', async () => {
    await moment('UserPromptSubmit');
    write('cart.js', 'two\n');
    const message = 'The agent is working at the moment; stop the agent first, then rewind.';
    // Also if it was looked at before the agent began.
    const seen = { ...session(), status: 'waiting' } as const;
    for (const each of [session(), seen])
      assert.deepEqual(await rewinds.apply(each, { kind: 'rewind' }), { ok: false, message });
    assert.equal(read('cart.js'), 'two\n');
  });

  it('are not recorded for a day where that takes too long', async () => {
    await hook.run('SessionStart', { session_id: 'a-session', cwd: project });
    const record = (limitMs: string): object =>
      spawnSync(process.execPath, [
        ...[join(hook.paths.bin, 'recorder.js'), hook.root, hook.sessionFiles[0] ?? '', 'x'],
        ...[project, limitMs],
      ]);
    record('0');
    assert.match(hook.log, /takes longer than 0 ms\. It is not recorded again for a day\./);
    record('60000');
    assert.equal(checkpoints(), 0);
  });

  it('are no project where a folder above is only called .git', async () => {
    rmSync(at('.git'), { recursive: true });
    mkdirSync(at('.git'));
    await hook.run('Stop', { session_id: 'a-session', cwd: project });
    await hook.run('UserPromptSubmit', { session_id: 'a-session', cwd: project, prompt: 'x' });
    assert.equal(checkpoints(), 0);
  });

  it('say what is missing outside a git repository', async () => {
    rmSync(at('.git'), { recursive: true });
    await hook.run('UserPromptSubmit', { session_id: 'a-session', cwd: project, prompt: 'x' });
    await hook.run('Stop', { session_id: 'a-session', cwd: project });
    const outcome = await rewinds.apply(session(), { kind: 'rewind' });
    assert.ok(!outcome.ok);
    assert.match(outcome.message, /no checkpoint of this session/);
  });

  it('are completed by the next command where a rewind was cut off', async () => {
    await turn(() => write('cart.js', 'two\n'));
    const preview = await rewinds.preview(session(), { kind: 'rewind' });
    assert.ok(preview.ok);
    const [first, second] = hook.records.flatMap((each) =>
      each.kind === 'checkpoint' ? [each.checkpoint] : [],
    );
    sessions.note(session(), {
      ...{ kind: 'rewinding', rewind: 'cut-off', what: 'rewind', toTurn: 0 },
      ...{ from: second!, to: first!, paths: ['cart.js'] },
    });
    await rewinds.preview(session(), { kind: 'redo' });
    assert.equal(read('cart.js'), 'one\n');
    assert.deepEqual(hook.records.filter(({ kind }) => kind === 'rewound').length, 1);
  });
});
