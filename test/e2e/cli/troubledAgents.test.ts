import assert from 'node:assert/strict';
import { isAlive } from './devsProcess';
import { LOOPING, TestWorkspace } from './testWorkspace';

describe('an agent in trouble', function () {
  this.timeout(90_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  const NOT_LOGGED_IN = 'Invalid API key · Please run /login\n';

  async function statusOf(): Promise<unknown> {
    const [task] = await workspace.query('SELECT status FROM tasks');
    return task?.['status'];
  }

  it('is never taken for done when it says it is not logged in and exits with 0', async () => {
    workspace.configure([{ reply: NOT_LOGGED_IN }]);
    assert.equal((await workspace.devs('run')).code, 2);
    assert.notEqual(await statusOf(), 'done');
  });

  it('is never taken for done, even in a green project', async () => {
    workspace.write('answer.txt', '42');
    workspace.configure([{ reply: NOT_LOGGED_IN }]);
    assert.equal((await workspace.devs('run')).code, 2);
    assert.notEqual(await statusOf(), 'done');
  });

  it('blocks the task with its own words when it exits with 1, after a second try', async () => {
    workspace.configure([{ stderr: 'The moon is in the wrong phase.\n', exit: 1 }]);
    const { code, stdout } = await workspace.devs('run');
    assert.equal(code, 2);
    assert.equal(await statusOf(), 'blocked');
    assert.equal(workspace.calls().length, 2);
    assert.match(stdout, /! fix-answer {2}blocked {2}\(.*wrong phase.*exit code 1.*\)/);
    assert.equal((await workspace.query('SELECT * FROM task_failures')).length, 0);
  });

  it('blocks the task at once, with the remedy, when nobody is logged in', async () => {
    workspace.configure([{ stderr: NOT_LOGGED_IN, exit: 1 }]);
    const { code, stdout } = await workspace.devs('run');
    assert.equal(code, 2);
    assert.equal(await statusOf(), 'blocked');
    assert.equal(workspace.calls().length, 1);
    assert.match(
      stdout,
      /! fix-answer {2}blocked {2}\(not logged in: .*Please run \/login.* — .+\)/,
    );
    const report = await workspace.devs('report', 'fix-answer');
    assert.equal(report.code, 0);
    assert.match(
      report.stdout,
      /^⚠ BLOCKED — .*\n {2}not logged in: Invalid API key · Please run \/login\n\n {2}What to do\n {4}- Log in: start the agent once by hand, .*\n/,
    );
    assert.match(
      report.stdout,
      /\nRun `devs resume fix-answer` to resume after fixing the cause\.\n/,
    );
    assert.equal((await workspace.query('SELECT * FROM task_failures')).length, 0);
  });

  it('is not done when it does nothing and the project is green', async () => {
    workspace.write('answer.txt', '42');
    workspace.configure([{ reply: 'Looks fine to me.' }]);
    const { code, stdout } = await workspace.devs('run');
    assert.equal(code, 2);
    assert.match(stdout, /no work to show/);
    assert.notEqual(await statusOf(), 'done');
  });

  it('blocks the task when it cannot be started', async () => {
    workspace.configure([LOOPING], {
      agents: { gone: { type: 'command', command: ['no-such-agent-anywhere'] } },
    });
    const { code, stdout } = await workspace.devs('run');
    assert.equal(code, 2);
    assert.equal(await statusOf(), 'blocked');
    assert.match(stdout, /no-such-agent-anywhere/);
  });

  it('may print 100 MB', async () => {
    workspace.configure([{ ...LOOPING, megabytes: 100, write: { 'answer.txt': '42' } }]);
    const { code } = await workspace.devs('run');
    assert.equal(code, 0);
  });

  it('is ended with its time limit when it hangs', async () => {
    workspace.configure([{ hang: true }]);
    const config = JSON.parse(workspace.read('devs.yaml')) as {
      agents: { scripted: { timeout?: string } };
    };
    config.agents.scripted.timeout = '1s';
    workspace.write('devs.yaml', JSON.stringify(config));
    const { code, stdout } = await workspace.devs('run');
    assert.equal(code, 2);
    assert.match(stdout, /time limit of 1 s reached/);
    for (const { pid } of workspace.calls()) assert.equal(isAlive(pid), false);
  });

  it('is not counted when a signal ended it', async () => {
    workspace.configure([{ signal: 'SIGSEGV' }, { signal: 'SIGSEGV' }]);
    const { code, stdout } = await workspace.devs('run');
    assert.equal(code, 2);
    assert.match(stdout, /! fix-answer {2}turn 1 {2}not counted {2}\(.*SIGSEGV.*\)/);
    assert.equal(await statusOf(), 'blocked');
  });

  it('cannot command the terminal by what it says', async () => {
    const evil = '\u001b[2J\u001b]0;pwned\u0007\u009b31m';
    workspace.configure([{ ...LOOPING, reply: `STRATEGY: ${evil}\n${evil}`, stderr: evil }]);
    const { stdout, stderr } = await workspace.devs('run');
    const report = await workspace.devs('report', 'fix-answer', '--json');
    for (const text of [stdout, stderr, report.stdout]) {
      // eslint-disable-next-line no-control-regex -- control characters are what this is about
      assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    }
  });
});
