import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually, isAlive, pidsIn } from './support/processes';
import { execute, outcomeOf } from './support/execution';
import { scratchFolder } from './support/scratch';
import { stuckSupervisorFile, supervisorFile } from './support/supervisorBuild';

/** Each leaves a process behind whose id stands in `pids`. */
const LEFTOVERS: readonly (readonly [string, string])[] = [
  ['a child in the background', 'sleep 600 & echo $! > pids'],
  [
    'a child in a session of its own',
    "setsid sh -c 'echo $$ > pids; exec sleep 600' > /dev/null 2>&1 &",
  ],
  [
    'a daemon (double fork, no stream of ours)',
    `(setsid sh -c "sh -c 'echo \\$\\$ > pids; exec sleep 600' > /dev/null 2>&1 < /dev/null &" &)`,
  ],
  ['a server that holds standard output', "sh -c 'echo $$ > pids; exec sleep 600' &"],
  [
    'a process that hears no SIGTERM',
    'sh -c \'trap "" TERM HUP INT; echo $$ > pids; while :; do sleep 1; done\' &',
  ],
  ['a stopped process', "sh -c 'echo $$ > pids; kill -STOP $$; sleep 600' &"],
  [
    'a process with an empty environment, still in the group',
    "env -i /bin/sh -c 'echo $$ > pids; exec sleep 600' &",
  ],
];

/** Those that only their parent betrays: they end where one adopts them, which Linux can do. */
const SCRUBBED: readonly (readonly [string, string])[] = [
  [
    'a session of its own with an empty environment',
    "setsid env -i /bin/sh -c 'echo $$ > pids; exec sleep 600' > /dev/null 2>&1 &",
  ],
  [
    'a daemon with an empty environment',
    `(setsid env -i /bin/sh -c "(/bin/sh -c 'echo \\$\\$ > pids; exec sleep 600' &)" > /dev/null 2>&1 < /dev/null &)`,
  ],
];

const scrubbed = process.platform === 'linux' ? SCRUBBED : [];

describe('what a process leaves behind', () => {
  before(supervisorFile);

  for (const [what, script] of [...LEFTOVERS, ...scrubbed]) {
    it(`is ended with its turn: ${what}`, async () => {
      // The turn must not end before there is something to leave behind.
      const command = `${script}\nwhile ! [ -s pids ]; do sleep 0.01; done; echo reply`;
      const { folder, outcome } = await execute(command);
      const result = await outcome;
      const [pid = 0] = await pidsIn(join(folder, 'pids'));
      assert.equal(isAlive(pid), false, 'it is still there');
      assert.deepEqual(result.end, { kind: 'exit', code: 0 });
      assert.equal(result.stdout, 'reply\n');
      assert.ok(result.durationMs < 10_000, `the turn took ${result.durationMs} ms`);
    });

    it(`is ended when the turn is cancelled: ${what}`, async () => {
      const { folder, controller, outcome } = await execute(`${script}\nsleep 600`);
      const [pid = 0] = await pidsIn(join(folder, 'pids'));
      controller.abort();
      assert.deepEqual((await outcome).end, { kind: 'cancelled' });
      assert.equal(isAlive(pid), false, 'it is still there');
    });
  }

  it('is ended when the turn is cancelled: a session of its own with an empty environment', async () => {
    const script = "setsid env -i /bin/sh -c 'echo $$ > pids; exec sleep 600' & wait";
    const { folder, controller, outcome } = await execute(script);
    const [pid = 0] = await pidsIn(join(folder, 'pids'));
    controller.abort();
    await outcome;
    assert.equal(isAlive(pid), false);
  });

  it('may still print for a moment', async () => {
    // It waits for the end of the first process, then prints at once.
    const late = '(while kill -0 $$ 2> /dev/null; do :; done; echo late) &';
    assert.equal((await outcomeOf(`${late} echo early`)).stdout, 'early\nlate\n');
  });

  it('is asked before it is forced', async () => {
    const script =
      "trap 'echo said goodbye; exit 0' TERM; echo $$ > pids; while :; do sleep 0.01; done";
    const { folder, controller, outcome } = await execute(script);
    await pidsIn(join(folder, 'pids'));
    controller.abort();
    assert.equal((await outcome).stdout, 'said goodbye\n');
  });

  it('is never somebody else: a neighbour of the same name lives on', async () => {
    const neighbour = spawn('sleep', ['600'], { detached: true });
    try {
      await outcomeOf('sleep 600 & true');
      assert.equal(isAlive(neighbour.pid!), true);
    } finally {
      neighbour.kill('SIGKILL');
    }
  });

  it('is ended of two turns at a time only for the one that ended', async () => {
    const long = await execute('sleep 600 & echo $! > pids; wait');
    const [pid = 0] = await pidsIn(join(long.folder, 'pids'));
    await outcomeOf('sleep 600 & true');
    assert.equal(isAlive(pid), true);
    long.controller.abort();
    await long.outcome;
    assert.equal(isAlive(pid), false);
  });
});

describe('when the runner is killed', () => {
  before(supervisorFile);

  async function startRunner(folder: string, script: string): Promise<ChildProcess> {
    return spawn(process.execPath, [
      ...['--import', 'tsx', join(__dirname, 'support/runner.ts')],
      ...[await supervisorFile(), folder, script],
    ]);
  }

  for (const [what, script] of scrubbed) {
    it(`it ends: ${what}`, async () => {
      const folder = scratchFolder();
      const runner = await startRunner(folder, `${script}\nsleep 600`);
      const pids = await pidsIn(join(folder, 'pids'));
      runner.kill('SIGKILL');
      await eventually('its end', () => !pids.some(isAlive));
    });
  }

  it('the whole tree ends, and its supervisor with it', async () => {
    const folder = scratchFolder();
    const script =
      'echo $PPID > pids; echo $$ >> pids;' +
      "setsid sh -c 'echo $$ >> pids; exec sleep 600' > /dev/null & wait";
    const runner = await startRunner(folder, script);
    const pids = await pidsIn(join(folder, 'pids'), 3);
    assert.deepEqual(pids.map(isAlive), [true, true, true]);
    runner.kill('SIGKILL');
    await once(runner, 'exit');
    await eventually('the end of all three', () => !pids.some(isAlive));
  });
});

describe('when the supervisor is killed', () => {
  before(supervisorFile);

  /** Leaves a process in a session of its own and kills the supervisor. */
  const KILLING =
    "setsid sh -c 'echo $$ > pids; exec sleep 600' > /dev/null &" +
    'while ! [ -s pids ]; do sleep 0.01; done; echo $$ >> pids; kill -KILL $PPID; sleep 600';

  it('by the agent: the runner notices and ends the tree itself', async () => {
    const { folder, outcome } = await execute(KILLING);
    const result = await outcome;
    const pids = await pidsIn(join(folder, 'pids'), 2);
    assert.deepEqual(result.end, { kind: 'signal', signal: 'SIGKILL' });
    assert.deepEqual(pids.map(isAlive), [false, false]);
  });

  for (const [what, script] of scrubbed) {
    it(`by the agent: it ends: ${what}`, async () => {
      const { folder, outcome } = await execute(
        `${script}\nwhile ! [ -s pids ]; do sleep 0.01; done; kill -KILL $PPID; sleep 600`,
      );
      await outcome;
      const [pid = 0] = await pidsIn(join(folder, 'pids'));
      assert.equal(isAlive(pid), false, 'it is still there');
    });
  }

  it('before it reported the start: the runner still knows that the agent ran, and ends the tree', async () => {
    const stuck = { supervisorFile: await stuckSupervisorFile() };
    const { folder, outcome } = await execute(KILLING, stuck);
    const result = await outcome;
    const pids = await pidsIn(join(folder, 'pids'), 2);
    assert.deepEqual(result.end, { kind: 'signal', signal: 'SIGKILL' });
    assert.deepEqual(pids.map(isAlive), [false, false]);
  });

  it('it does not go by the name of "node"', async () => {
    const { stdout } = await outcomeOf('ps -o comm= -p $PPID');
    assert.equal(stdout.trim(), 'devs-supervisor');
  });
});
