import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InstalledHook } from '../../support/installedHook';
import { DevsProcess, until, type Ended } from './devsProcess';

describe('a guarded session that its user interrupts', function () {
  this.timeout(60_000);
  let folder: string;
  let project: string;
  let recording: string;
  let hook: InstalledHook;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'devs-session-')));
    project = join(folder, 'project');
    recording = join(folder, 'recording.jsonl');
    mkdirSync(project);
    execFileSync('git', ['init', '-q', project]);
    write('cart.js', 'one\n');
    write('mine.txt', 'mine\n');
    write('old.js', 'old\n');
    hook = new InstalledHook(join(folder, 'devs/guard'));
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
  const devs = async (...words: readonly string[]): Promise<Ended> =>
    await new DevsProcess(words, {
      cwd: project,
      env: { ...process.env, XDG_STATE_HOME: folder, DEVS_STATE_DIR: '' },
    }).ended;

  const checkpoints = (): number => hook.records.filter(({ kind }) => kind === 'checkpoint').length;
  async function report(event: 'UserPromptSubmit' | 'Stop', prompt = ''): Promise<void> {
    const before = checkpoints();
    const payload = { session_id: 'a-session', cwd: project, transcript_path: recording };
    await hook.run(event, { ...payload, prompt, stop_hook_active: false });
    await until('its checkpoint', () => checkpoints() > before);
  }

  /** Claude Code writes this when its user presses Esc. */
  function interrupt(timestamp = new Date().toISOString()): void {
    const content = [{ type: 'text', text: '[Request interrupted by user]' }];
    const line = { type: 'user', timestamp, message: { role: 'user', content } };
    appendFileSync(recording, `${JSON.stringify(line)}\n`);
  }

  /** The agent works, and is interrupted. */
  async function interruptedTurn(): Promise<void> {
    await report('UserPromptSubmit', 'Make the tests pass');
    write('cart.js', 'two\n');
    write('new.js', 'new\n');
    rmSync(at('old.js'));
    interrupt();
  }

  it('waits for you at once, and its files are restored', async () => {
    await report('UserPromptSubmit', 'Make the tests pass');
    write('cart.js', 'two\n');
    assert.match((await devs('sessions')).stdout, / Working, last at /);
    rmSync(at('old.js'));
    write('new.js', 'new\n');
    interrupt();
    assert.match((await devs('sessions')).stdout, /Waiting for you, interrupted, last at /);
    const { code, stdout, stderr } = await devs('rewind', 'a-session');
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /2 files restored, 1 deleted|1 file restored/);
    assert.deepEqual(
      [read('cart.js'), read('old.js'), read('new.js'), read('mine.txt')],
      ['one\n', 'old\n', undefined, 'mine\n'],
    );
    assert.equal((await devs('redo', 'a-session')).code, 0);
    assert.deepEqual(
      [read('cart.js'), read('old.js'), read('new.js')],
      ['two\n', undefined, 'new\n'],
    );
  });

  it('keeps what may have been changed after it', async () => {
    await report('UserPromptSubmit', 'Make the tests pass');
    const [file = ''] = hook.sessionFiles;
    const hour = (ago: number): string => new Date(Date.now() - ago * 3_600_000).toISOString();
    const longAgo = readFileSync(file, 'utf8').replaceAll(/"at":"[^"]+"/g, `"at":"${hour(2)}"`);
    writeFileSync(file, longAgo);
    interrupt(hour(1));
    write('cart.js', 'by you\n');
    const { stdout } = await devs('rewind', 'a-session');
    assert.match(stdout, /keep +cart\.js/);
    assert.equal(read('cart.js'), 'by you\n');
    assert.equal((await devs('rewind', 'a-session', '--all')).code, 0);
    assert.equal(read('cart.js'), 'one\n');
  });

  it('goes back to before that turn also after another one', async () => {
    await interruptedTurn();
    const before = checkpoints();
    await report('UserPromptSubmit', 'Do it in another way');
    await until('the checkpoint of the first turn', () => checkpoints() === before + 2);
    write('cart.js', 'three\n');
    await report('Stop');
    const { code, stdout, stderr } = await devs('rewind', 'a-session', '--to', '0');
    assert.equal(code, 0, stdout + stderr);
    assert.deepEqual(
      [read('cart.js'), read('old.js'), read('new.js')],
      ['one\n', 'old\n', undefined],
    );
  });

  it('goes back after its program was left in the middle of a turn', async () => {
    await report('UserPromptSubmit', 'Make the tests pass');
    write('cart.js', 'two\n');
    await hook.run('SessionEnd', { session_id: 'a-session', cwd: project });
    assert.equal((await devs('rewind', 'a-session')).code, 0);
    assert.equal(read('cart.js'), 'one\n');
  });

  it('is rewound where nothing tells of it once you say that it has stopped', async () => {
    await report('UserPromptSubmit', 'Make the tests pass');
    write('cart.js', 'two\n');
    const refused = await devs('rewind', 'a-session');
    assert.notEqual(refused.code, 0);
    assert.match(refused.stderr, /is working at the moment.*`devs rewind a-session --force`/s);
    assert.equal(read('cart.js'), 'two\n');
    const { code, stderr } = await devs('rewind', 'a-session', '--force');
    assert.equal(code, 0, stderr);
    assert.equal(read('cart.js'), 'one\n');
    assert.match((await devs('sessions')).stdout, /Waiting for you, interrupted/);
  });
});
