import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  createMessageReader,
  encodeMessage,
  type Report,
} from '../../../src/platform/process/supervisorProtocol';
import { execute, outcomeOf } from './support/execution';
import { eventually, isAlive, pidsIn } from './support/processes';
import { scratchFolder } from './support/scratch';
import { dyingSupervisorFile, supervisorFile } from './support/supervisorBuild';

/** The pid of the supervisor under which a child runs. */
async function supervisorOf(): Promise<number> {
  const { stdout } = await outcomeOf('echo $PPID');
  return Number(stdout);
}

/** Folders with pipes or input below `temporary`. */
function foldersIn(temporary: string): readonly string[] {
  return readdirSync(temporary)
    .filter((name) => name.startsWith('devs-'))
    .map((name) => join(temporary, name));
}

describe('a supervisor', () => {
  const { TMPDIR, PATH = '' } = process.env;

  before(supervisorFile);

  afterEach(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
    process.env['PATH'] = PATH;
  });

  /** Runs a child under a new supervisor, which then waits with its pipes in the returned folder. */
  async function waitingIn(temporary: string): Promise<{ pid: number; pipes: string }> {
    process.kill(await supervisorOf(), 'SIGKILL');
    process.env['TMPDIR'] = temporary;
    const pid = await supervisorOf();
    const pipes = (): string | undefined =>
      foldersIn(temporary).find((folder) => existsSync(join(folder, 'error')));
    await eventually('the pipes of the next child', () => pipes() !== undefined);
    return { pid, pipes: pipes() ?? '' };
  }

  it('serves one child after another, each with streams of its own', async () => {
    const first = await supervisorOf();
    for (const [index, merge] of [false, true, false].entries()) {
      const { stdout, errorTail } = await outcomeOf('echo $PPID; cat; echo oops >&2', {
        ...{ merge, stdin: `input ${index}\n` },
      });
      const printed = `${first}\ninput ${index}\n`;
      assert.deepEqual([stdout, errorTail], merge ? [`${printed}oops\n`, ''] : [printed, 'oops\n']);
    }
  });

  it('has one child at a time', async () => {
    const long = await execute('echo $PPID > pids; sleep 600');
    const [busy] = await pidsIn(join(long.folder, 'pids'));
    assert.notEqual(await supervisorOf(), busy);
    long.controller.abort();
    await long.outcome;
  });

  it('is replaced when it was killed while it waited', async () => {
    const first = await supervisorOf();
    process.kill(first, 'SIGKILL');
    const second = await supervisorOf();
    assert.notEqual(second, first);
  });

  it('is replaced when it ends before its next child is started, which keeps its input', async () => {
    const supervisor = { supervisorFile: await dyingSupervisorFile() };
    const first = await outcomeOf('echo $PPID', supervisor);
    const second = await outcomeOf('echo $PPID; cat', { ...supervisor, stdin: 'input' });
    assert.deepEqual(second.end, { kind: 'exit', code: 0 });
    assert.match(second.stdout, /^\d+\ninput$/);
    assert.notEqual(parseInt(second.stdout), parseInt(first.stdout));
  });

  it('is replaced when its pipes were removed while it waited', async () => {
    const { pid, pipes } = await waitingIn(scratchFolder());
    rmSync(pipes, { recursive: true });
    const { end, stdout } = await outcomeOf('echo $PPID');
    assert.deepEqual(end, { kind: 'exit', code: 0 });
    assert.notEqual(Number(stdout), pid);
    await eventually('the end of the supervisor without pipes', () => !isAlive(pid));
  });

  it('leaves no pipes when it is killed while it waits', async () => {
    const temporary = scratchFolder();
    const { pid } = await waitingIn(temporary);
    process.kill(pid, 'SIGKILL');
    await eventually('the removal of its pipes', () => foldersIn(temporary).length === 0);
  });

  /** Lets the next supervisor make its pipes below the returned folder, by the script `mkfifo`. */
  async function makingPipesBy(mkfifo: string): Promise<string> {
    process.kill(await supervisorOf(), 'SIGKILL');
    const temporary = scratchFolder();
    process.env['TMPDIR'] = temporary;
    const programs = scratchFolder();
    const script = `#!/bin/sh\nPATH=\${PATH#*:}\n${mkfifo}\n`;
    writeFileSync(join(programs, 'mkfifo'), script, { mode: 0o755 });
    process.env['PATH'] = `${programs}:${PATH}`;
    return temporary;
  }

  it('leaves no pipes when its run is cancelled while it makes them', async () => {
    const temporary = await makingPipesBy('sleep 0.1; exec mkfifo "$@"');
    const controller = new AbortController();
    const watcher = watch(temporary, (_, name) => {
      if (name?.startsWith('devs-') === true) controller.abort();
    });
    const { end } = await outcomeOf('sleep 600', { signal: controller.signal });
    watcher.close();
    assert.deepEqual(end, { kind: 'cancelled' });
    await eventually('the removal of its pipes', () => foldersIn(temporary).length === 0);
  });

  it('leaves no pipes when it is killed while it makes them', async () => {
    const temporary = await makingPipesBy(
      'mkfifo "$@"; echo $PPID > "${4%/*}/../pids"; while [ -e "$4" ]; do sleep 0.05; done',
    );
    const outcome = outcomeOf('true');
    const [making = 0] = await pidsIn(join(temporary, 'pids'));
    process.kill(making, 'SIGKILL');
    await eventually('the removal of its pipes', () => foldersIn(temporary).length === 0);
    await outcome;
  });

  it('ends with a runner that was killed before its child had its streams', async () => {
    const supervisor = spawn(process.execPath, [await supervisorFile()], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const control = (supervisor.stdio as unknown[])[3] as Duplex;
    const read = createMessageReader((message) => {
      if ((message as Report).type !== 'ready') return;
      const order = { program: '/bin/sleep', args: ['600'], cwd: '/', env: {}, marker: 'none' };
      control.end(encodeMessage({ type: 'start', verbatim: false, merge: false, ...order }));
    });
    control.setEncoding('utf8').on('data', read);
    await eventually('its end', () => supervisor.exitCode !== null).finally(() =>
      supervisor.kill('SIGKILL'),
    );
  });

  it('is replaced when its child killed it, with what the child left ended', async () => {
    const { folder, outcome } = await execute(
      'sleep 600 & echo $! > pids; kill -KILL $PPID; sleep 600',
    );
    const [pid = 0] = await pidsIn(join(folder, 'pids'));
    assert.deepEqual((await outcome).end, { kind: 'signal', signal: 'SIGKILL' });
    assert.equal(isAlive(pid), false);
    assert.ok((await supervisorOf()) > 0);
  });

  it('serves on after a child that could not be started', async () => {
    const before = await supervisorOf();
    const { end } = await outcomeOf(['/no/such/program']);
    assert.equal(end.kind, 'couldNotStart');
    assert.equal(await supervisorOf(), before);
  });
});

describe('a runner that ends', () => {
  /** Runs a script in a runner process of its own, to its end; returns what that printed. */
  async function runIn(script: string, env: NodeJS.ProcessEnv): Promise<string> {
    const runner = spawn(
      process.execPath,
      [
        ...['--import', 'tsx', join(__dirname, 'support/runner.ts')],
        ...[await supervisorFile(), scratchFolder(), script],
      ],
      { env: { ...process.env, ...env } },
    );
    return await text(runner.stdout);
  }

  it('is not kept by a supervisor that waits, which ends with it and leaves no file', async () => {
    const temporary = scratchFolder();
    const pid = Number(await runIn('echo $PPID', { TMPDIR: temporary }));
    await eventually('the end of the supervisor', () => !isAlive(pid));
    assert.deepEqual(
      readdirSync(temporary).filter((name) => name.startsWith('devs-')),
      [],
    );
  });

  it('gets the output of its child where there is no mkfifo', async () => {
    assert.equal(await runIn('echo text', { PATH: scratchFolder() }), 'text\n');
  });
});
