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
    assert.match(second.stderr, /^A terminal is using this workspace; /);
    assert.equal(workspace.calls().length, 1);
    const status = await workspace.devs('status');
    assert.match(status.stdout, new RegExp(`held by a terminal \\(pid ${run.child.pid ?? 0} `));
    assert.match(status.stdout, /fix-answer +In progress/);
  });

  it('answer `devs skip`, and the run goes on without the task', async () => {
    workspace.configure([{ ...LOOPING, hang: true }, SOLVING], {
      tasks: [
        { id: 'first', goal: 'x' },
        { id: 'second', goal: 'The answer is 42.' },
      ],
    });
    const run = await startHanging();
    const skipped = await workspace.devs('skip', 'first');
    assert.equal(skipped.code, 0, skipped.stderr);
    const { code, stdout } = await run.ended;
    assert.equal(code, 0, stdout);
    assert.match(stdout, /– first {2}skipped/);
    assert.match(stdout, /✓ second {2}turn 1 {2}done/);
  });
});
