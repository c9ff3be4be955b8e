import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { execute, outcomeOf } from './support/execution';
import { eventually, isAlive, pidsIn } from './support/processes';
import { scratchFolder } from './support/scratch';
import { supervisorFile } from './support/supervisorBuild';

/** The pid of the supervisor under which a child runs. */
async function supervisorOf(): Promise<number> {
  const { stdout } = await outcomeOf('echo $PPID');
  return Number(stdout);
}

describe('a supervisor', () => {
  before(supervisorFile);

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
