import assert from 'node:assert/strict';
import { until } from './devsProcess';
import { LOOPING, SOLVING, TestWorkspace, type Step } from './testWorkspace';

const OVERLOADED: Step = {
  stderr:
    'API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n',
  exit: 1,
};

describe('an outage during a run', function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  it('is waited out: the turn is tried again and nothing counts', async () => {
    workspace.configure([LOOPING, OVERLOADED, OVERLOADED, SOLVING], {
      limits: { retrySeconds: 0 },
    });
    const { code, stdout } = await workspace.devs('run');
    assert.equal(code, 0, stdout);
    assert.equal(workspace.calls().length, 4);
    assert.match(
      stdout,
      /not counted {2}\(service down: .*retry 1 of 6[^]*… fix-answer {2}waiting until/,
    );
    assert.match(stdout, /service down: .*retry 2 of 6/);
    const turns = await workspace.query('SELECT outcome, entropy_after FROM turns ORDER BY number');
    assert.deepEqual(
      turns.map((turn) => [turn['outcome'], turn['entropy_after']]),
      [
        ['no_progress', 1],
        ['not_agent', 1],
        ['not_agent', 1],
        ['success', 0],
      ],
    );
  });

  it('shows the task as waiting with the reason; a pause ends the run at once', async () => {
    workspace.configure([OVERLOADED, SOLVING], { limits: { retrySeconds: 3600 } });
    const run = workspace.start(['run']);
    await until('the task to wait', () => run.stdout.includes('retry 1 of 6'));
    const status = await workspace.devs('status');
    assert.match(status.stdout, /fix-answer.*waiting[^]*service down/i);
    const json = JSON.parse((await workspace.devs('status', '--json')).stdout) as {
      tasks: readonly { waitingUntil?: string; status: string }[];
    };
    assert.equal(json.tasks[0]?.status, 'in_progress');
    assert.ok(Date.parse(json.tasks[0].waitingUntil ?? '') > Date.now());

    const paused = await workspace.devs('pause');
    assert.equal(paused.code, 0, paused.stderr);
    await run.ended;
    assert.equal(workspace.calls().length, 1);
    const [task] = await workspace.query('SELECT status, waiting_until FROM tasks');
    assert.deepEqual(task, { status: 'pending', waiting_until: null });
  });

  it('survives a killed runner: the next run tries at once', async () => {
    workspace.configure([OVERLOADED, SOLVING], { limits: { retrySeconds: 3600 } });
    const run = workspace.start(['run']);
    await until('the task to wait', () => run.stdout.includes('retry 1 of 6'));
    run.kill('SIGKILL');
    await run.ended;
    const status = await workspace.devs('status');
    assert.doesNotMatch(status.stdout, /waiting/i);
    const { code } = await workspace.devs('run');
    assert.equal(code, 0);
  });
});
