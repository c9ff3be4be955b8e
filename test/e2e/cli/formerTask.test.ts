import assert from 'node:assert/strict';
import { SOLVING, TestWorkspace } from './testWorkspace';

describe('a task that is done and gone from devs.yaml', function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  it('gives its id to no new one, which would be done at once', async () => {
    workspace.configure([SOLVING]);
    assert.equal((await workspace.devs('run')).code, 0);
    const config = JSON.parse(workspace.read('devs.yaml')) as object;
    workspace.write('devs.yaml', JSON.stringify({ ...config, tasks: [] }));

    const chosen = await workspace.devs('add', 'Fix answer', '--id', 'fix-answer');
    assert.notEqual(chosen.code, 0);
    assert.match(chosen.stderr, /"fix-answer" ran here before, .* such as fix-answer-2\./);
    const one = await workspace.devs('add', 'Fix answer');
    assert.equal(one.stdout, 'Task "fix-answer-2" was added to devs.yaml.\n');
    workspace.write('TODO.md', '- [ ] Fix answer\n- [ ] Fix: answer\n');
    const found = await workspace.devs('add', '--from', 'TODO.md');
    assert.match(found.stdout, /^Task "fix-answer-3" was added/);
  });
});
