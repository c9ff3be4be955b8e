import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { DEVS, isAlive, until } from './devsProcess';
import { LOOPING, SOLVING, TestWorkspace, type Step } from './testWorkspace';

describe('a run that does not get to its end', function () {
  this.timeout(90_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  const HANGING: Step = { ...LOOPING, hang: true };

  async function untilCalls(count: number): Promise<number> {
    const calls = await until(`call ${count} of the agent`, () => {
      const all = workspace.calls();
      return all.length >= count ? all : undefined;
    });
    return calls.at(-1)?.pid ?? 0;
  }

  it('changes no number when it is killed in the middle of turns, with kill -9', async () => {
    workspace.configure([LOOPING, HANGING, LOOPING, LOOPING, HANGING, LOOPING, HANGING, LOOPING]);
    for (const calls of [2, 5, 7]) {
      const run = workspace.start(['run']);
      const agent = await untilCalls(calls);
      run.kill('SIGKILL');
      assert.equal((await run.ended).code, 'SIGKILL');
      await until('the end of the agent', () => !isAlive(agent));
    }
    assert.equal((await workspace.devs('run')).code, 2);
    assert.equal(workspace.calls().length, 8);
    const outcomes = await workspace.query('SELECT outcome FROM turns ORDER BY number');
    const counted = outcomes.filter(({ outcome }) => outcome === 'no_progress');
    assert.equal(counted.length, 5);
    assert.equal(outcomes.length, 8);
    assert.equal((await workspace.query('SELECT * FROM strategy_pivots')).length, 2);
    const [failures] = await workspace.query('SELECT * FROM task_failures');
    const { failure_count: count, failed_strategies: strategies } = failures ?? {};
    assert.equal(count, 3);
    assert.equal((JSON.parse(String(strategies)) as string[]).length, 3);
    assert.deepEqual(await workspace.query('SELECT status FROM run_state'), [{ status: 'PAUSED' }]);
  });

  it('ends an agent that outlived both its runner and its supervisor', async () => {
    workspace.configure([HANGING, SOLVING]);
    const run = workspace.start(['run']);
    const agent = await untilCalls(1);
    const supervisor = Number(
      execFileSync('ps', ['-o', 'ppid=', '-p', String(agent)], { encoding: 'utf8' }),
    );
    // Stopped first: otherwise the one would end the agent as soon as the other is killed.
    run.kill('SIGSTOP');
    process.kill(supervisor, 'SIGKILL');
    run.kill('SIGKILL');
    await run.ended;
    assert.equal(isAlive(agent), true);
    assert.equal((await workspace.devs('run')).code, 0);
    assert.equal(isAlive(agent), false);
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`ends its turn and exits with 130 on ${signal}, and goes on later`, async () => {
      workspace.configure([HANGING, SOLVING]);
      const run = workspace.start(['run']);
      const agent = await untilCalls(1);
      run.kill(signal);
      const { code, stdout, stderr } = await run.ended;
      assert.equal(code, 130);
      assert.equal(isAlive(agent), false);
      assert.match(stdout, /■ fix-answer {2}turn 1 {2}interrupted/);
      assert.match(stdout, /The run was interrupted\. .*everything before it is kept/);
      assert.match(stderr, /Press Ctrl\+C again/);
      assert.deepEqual(await workspace.query('SELECT status FROM run_state'), [{ status: 'IDLE' }]);
      assert.equal((await workspace.devs('run')).code, 0);
    });
  }

  it('is left at once at the second Ctrl+C, and the agent does not live on', async () => {
    workspace.configure([HANGING]);
    const run = workspace.start(['run']);
    const agent = await untilCalls(1);
    run.kill('SIGINT');
    run.kill('SIGINT');
    assert.equal((await run.ended).code, 130);
    await until('the end of the agent', () => !isAlive(agent));
  });

  it('ends quietly and keeps its state when the reader of the pipe goes away', async () => {
    workspace.configure([LOOPING, LOOPING, SOLVING]);
    const run = spawn('sh', ['-c', '"$0" "$1" run | head -n 2', process.execPath, DEVS], {
      cwd: workspace.folder,
      env: workspace.environment(),
    });
    let text = '';
    run.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
    run.stderr.setEncoding('utf8').on('data', (more: string) => (text += more));
    await new Promise((resolve) => run.on('close', resolve));
    assert.match(text, /^○ fix-answer .*\n✕ fix-answer {2}turn 1 .*\n$/);
    const { code } = await workspace.devs('status');
    assert.equal(code, 0);
    assert.equal((await workspace.devs('run')).code, 0);
    assert.equal(
      (await workspace.query("SELECT 1 FROM turns WHERE outcome = 'running'")).length,
      0,
    );
  });

  it('stops after its turn when another terminal pauses it, and at once with --now', async () => {
    for (const [words, outcome] of [
      [['pause'], 'no_progress'],
      [['pause', '--now'], 'interrupted'],
    ] as const) {
      const go = `${workspace.root}/go-${outcome}`;
      workspace.configure([{ ...LOOPING, waitFor: go }]);
      const before = workspace.calls().length;
      const run = workspace.start(['run']);
      await untilCalls(before + 1);
      assert.equal((await workspace.devs(...words)).code, 0);
      workspace.write(`../go-${outcome}`, '');
      assert.equal((await run.ended).code, 130);
      const [last] = await workspace.query('SELECT outcome FROM turns ORDER BY number DESC');
      assert.equal(last?.['outcome'], outcome);
    }
  });
});
