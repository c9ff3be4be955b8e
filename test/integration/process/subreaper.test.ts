import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { chooseSubreaper, listSubreapers } from '../../../src/platform/process/subreaper';
import { execute, outcomeOf } from './support/execution';
import { eventually, isAlive, pidsIn } from './support/processes';
import { supervisorFile } from './support/supervisorBuild';

/** Waits for the end of the process `$1`, then prints the id of its own parent. */
const TELL_PARENT = 'while kill -0 $1 2> /dev/null; do :; done; ps -o ppid= -p $$';

/** The name of a process in the system's list. */
function nameOf(pid = 0): string {
  return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
}

describe('a subreaper', () => {
  for (const { program, args } of listSubreapers()) {
    it(`adopts the orphans below it and waits for them: ${program}`, async () => {
      const orphan = `sh -c '${TELL_PARENT}' orphan $$ &`;
      const subreaper = spawn(program, [...args, '/bin/sh', '-c', orphan]);
      const exited = once(subreaper, 'exit');
      assert.equal(Number(await text(subreaper.stdout)), subreaper.pid);
      assert.deepEqual(await exited, [0, null]);
    });

    it(`kills its command at SIGTERM, and stays for the orphans: ${program}`, async () => {
      const orphan = 'sleep 600 & echo $! $$; kill -STOP $$';
      const subreaper = spawn(program, [...args, '/bin/sh', '-c', orphan]);
      const [line] = (await once(subreaper.stdout, 'data')) as [Buffer];
      const [sleeper = 0, command = 0] = String(line).split(' ').map(Number);
      await eventually('its name', () => nameOf(subreaper.pid) === 'devs-subreaper');
      subreaper.kill('SIGTERM');
      await eventually('the end of the command', () => !isAlive(command));
      assert.deepEqual([isAlive(sleeper), subreaper.exitCode], [true, null]);
      process.kill(sleeper, 'SIGKILL');
      assert.deepEqual(await once(subreaper, 'exit'), [0, null]);
    });
  }

  it('is the first that works', async () => {
    const nothing = { program: '/no/such/program', args: [] };
    const refusing = { program: '/bin/sh', args: ['-c', 'exit 1'] };
    const working = { program: '/bin/sh', args: ['-c', 'exit 0'] };
    assert.equal(await chooseSubreaper([nothing, refusing, working]), working);
    assert.equal(await chooseSubreaper([nothing, refusing]), undefined);
  });
});

if (process.platform === 'linux') {
  describe('what runs below a subreaper', () => {
    before(supervisorFile);

    it('finds an orphan gone as soon as that has ended', async () => {
      const script =
        "(sh -c 'echo $$ > pids' &); while ! [ -s pids ]; do :; done; " +
        'while kill -0 $(cat pids) 2> /dev/null; do :; done; echo gone';
      assert.equal((await outcomeOf(script)).stdout, 'gone\n');
    });

    it('ends with its tree when the agent kills the subreaper, and the next agent has another', async () => {
      const script = 'sleep 600 & echo $! > pids; kill -KILL $(ps -o ppid= -p $PPID); sleep 600';
      const { folder, outcome } = await execute(script);
      const result = await outcome;
      const [pid = 0] = await pidsIn(join(folder, 'pids'));
      assert.equal(result.end.kind, 'signal');
      assert.equal(isAlive(pid), false);
      const { stdout } = await outcomeOf('ps -o comm= -p $(ps -o ppid= -p $PPID)');
      assert.equal(stdout, 'devs-subreaper\n');
    });
  });
}
