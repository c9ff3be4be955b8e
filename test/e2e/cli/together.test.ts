import assert from 'node:assert/strict';
import { until } from './devsProcess';
import { LOOPING, SOLVING, TestWorkspace } from './testWorkspace';

describe('two terminals in one workspace', function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  async function startHanging() {
    const run = workspace.start(['run']);
    await until('the call of the agent', () => workspace.calls().length > 0);
    return run;
  }

  it('refuse a second run, naming who runs', async () => {
    workspace.configure([{ ...LOOPING, hang: true }]);
    const run = await startHanging();
    const second = await workspace.devs('run');
    assert.equal(second.code, 1);
    assert.match(second.stderr, new RegExp(`terminal \\(pid ${run.child.pid ?? 0} `));
    assert.equal(workspace.calls().length, 1);
    const status = await workspace.devs('status');
    assert.match(status.stdout, new RegExp(`held by a terminal \\(pid ${run.child.pid ?? 0} `));
    assert.match(status.stdout, /fix-answer +in_progress/);
  });

  it('answer `devs skip` within a second, and the run goes on without the task', async () => {
    workspace.configure([{ ...LOOPING, hang: true }, SOLVING], {
      tasks: [
        { id: 'first', goal: 'x' },
        { id: 'second', goal: 'The answer is 42.' },
      ],
    });
    const run = await startHanging();
    const { output, ms } = await timed(() => workspace.devs('skip', 'first'));
    assert.equal(output.code, 0, output.stderr);
    const own = await timed(() => workspace.devs('status'));
    assert.ok(ms - own.ms < 1000, `answered after ${ms} ms, ${own.ms} of them its own start`);
    const { code, stdout } = await run.ended;
    assert.equal(code, 0, stdout);
    assert.match(stdout, /– first {2}skipped/);
    assert.match(stdout, /✓ second {2}turn 1 {2}done/);
  });

  async function timed<T>(work: () => Promise<T>): Promise<{ output: T; ms: number }> {
    const began = performance.now();
    const output = await work();
    return { output, ms: Math.round(performance.now() - began) };
  }
});
