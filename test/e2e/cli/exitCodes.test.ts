import assert from 'node:assert/strict';
import { LOOPING, SOLVING, TestWorkspace } from './testWorkspace';

describe('the exit code of a run', function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  const TWO = {
    tasks: [
      { id: 'first', goal: 'The answer is 42.' },
      { id: 'second', goal: 'It stays so.', dependsOn: ['first'] },
    ],
  };

  it('is 0 when every task is done', async () => {
    workspace.configure([SOLVING, { ...SOLVING, write: { 'note.txt': 'still 42' } }], TWO);
    const { code, stdout } = await workspace.devs('run');
    assert.equal(code, 0, stdout);
    assert.match(stdout, /✓ first {2}turn 1 {2}done/);
    assert.match(stdout, /✓ second {2}turn 1 {2}done/);
  });

  it('is 0 when every task is done or skipped', async () => {
    workspace.configure([SOLVING], {
      tasks: [
        { id: 'first', goal: 'x' },
        { id: 'other', goal: 'y' },
      ],
    });
    assert.equal((await workspace.devs('skip', 'other')).code, 0);
    assert.equal((await workspace.devs('run')).code, 0);
  });

  it('is 0 when the named tasks are done, and it says no more than that', async () => {
    workspace.configure([SOLVING], {
      tasks: [
        { id: 'first', goal: 'x' },
        { id: 'other', goal: 'y' },
      ],
    });
    const { code, stdout } = await workspace.devs('run', 'first', 'first');
    assert.equal(code, 0);
    assert.match(stdout, /\nfirst is done or skipped\.\n$/);
    await workspace.devs('skip', 'other');
    assert.equal((await workspace.devs('run')).stdout, 'Every task is done or skipped.\n');
  });

  it('is 0 when there is nothing to do', async () => {
    workspace.configure([SOLVING], { tasks: [] });
    assert.equal((await workspace.devs('run')).code, 0);
  });

  it('is 2 when a task is paused, and still so when it is run again', async () => {
    workspace.configure([LOOPING]);
    assert.equal((await workspace.devs('run')).code, 2);
    assert.equal((await workspace.devs('run')).code, 2);
    assert.equal(workspace.calls().length, 5);
  });

  it('is 2 when what is left waits for a skipped task, which only a human can release', async () => {
    workspace.configure([SOLVING], TWO);
    await workspace.devs('skip', 'first');
    const { code, stdout } = await workspace.devs('run');
    assert.equal(code, 2);
    assert.match(stdout, /^second cannot run yet, because .*`devs retry first`\.\n$/);
    const status = await workspace.devs('status');
    assert.match(status.stdout, /second .*waits for first/);
    assert.match(status.stdout, /devs retry first/);
  });

  it('is 1 for a task that is not there, and for one that is done already', async () => {
    workspace.configure([SOLVING]);
    const unknown = await workspace.devs('run', 'fix-anser');
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /Did you mean "fix-answer"\?/);
    assert.equal((await workspace.devs('run')).code, 0);
    const again = await workspace.devs('run', 'fix-answer');
    assert.equal(again.code, 1);
    assert.match(again.stderr, /devs retry fix-answer/);
    assert.equal((await workspace.devs('retry', 'fix-answer')).code, 0);
  });

  it('is 1 with every mistake of devs.yaml and its line', async () => {
    workspace.write('devs.yaml', 'version: 1\nagnets: {}\ntasks:\n  - id: a b\n    gaol: x\n');
    const { code, stdout, stderr } = await workspace.devs('run');
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^devs\.yaml:2: /m);
    assert.match(stderr, /^devs\.yaml:5: /m);
    const json = await workspace.devs('run', '--json');
    assert.equal(json.code, 1);
    assert.equal(json.stderr, '');
    assert.deepEqual(Object.keys(JSON.parse(json.stdout) as object), ['error']);
  });

  it('is 1 for a limit that is out of range, with its name, value and range', async () => {
    workspace.configure([SOLVING]);
    const { code, stderr } = await workspace.start(['run'], { DEVS_LOOP_THRESHOLD: '0' }).ended;
    assert.equal(code, 1);
    assert.match(stderr, /DEVS_LOOP_THRESHOLD.*0.*1.*100/);
  });

  it('is 1 where there is no devs.yaml', async () => {
    const { code, stderr } = await workspace.devs('run');
    assert.equal(code, 1);
    assert.match(stderr, /devs init/);
  });
});
