import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { until } from './devsProcess';
import { LOOPING, type Step, TestWorkspace } from './testWorkspace';

const ADDS = "require('node:test').test('adds', () => undefined);\n";
const SUMS = "require('node:test').test('sums', () => { throw new Error('no sum'); });\n";
/** Deletes the failing test. */
const DELETING: Step = {
  reply: 'STRATEGY: tidy up\nAll tests pass.',
  write: { 'sums.test.js': ADDS },
};

describe('a task whose agent deleted the failing test', function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  function configure(steps: readonly Step[], more: Readonly<Record<string, unknown>> = {}): void {
    workspace.write('sums.test.js', ADDS + SUMS);
    workspace.configure(steps, {
      verify: [process.execPath, '--test', '--test-reporter=tap', 'sums.test.js'],
      baseline: true,
      onDoubt: 'ask',
      ...more,
    });
  }

  it('asks whether it is done; `devs accept` says yes', async () => {
    configure([DELETING]);
    const run = await workspace.devs('run');
    assert.equal(run.code, 2, run.stderr);
    assert.match(run.stdout, /Is this done\?/);
    assert.match(run.stdout, /Run `devs accept fix-answer` to accept it as done\./);
    assert.match(run.stdout, /Run `devs resume fix-answer --hint "…"` to send it back\./);
    const status = await workspace.devs('status');
    assert.match(status.stdout, /devs accept fix-answer +accept it as done/);
    const report = await workspace.devs('report');
    const written = /Full report, .*: (.*\.md)/.exec(report.stdout)?.[1] ?? '';
    assert.match(
      readFileSync(written, 'utf8'),
      /run `devs accept fix-answer` to accept it as done/,
    );
    const accepted = await workspace.devs('accept', 'fix-answer');
    assert.equal(accepted.code, 0, accepted.stderr);
    assert.equal(accepted.stdout, 'Accepted fix-answer: the task is done.\n');
    const task = (await workspace.devs('status', 'fix-answer')).stdout;
    assert.match(task, /^Done: accepted by you/m);
    assert.match(
      task,
      /accepted by you: 1 test ran, 2 before; the original sums\.test\.js still fails: sums/,
    );
    assert.match(task, / accept {2}you in a terminal .* Paused → Done/);
    assert.equal((await workspace.devs('run')).code, 0);
    assert.equal(workspace.calls().length, 1);
  });

  it('is reported with the test that is gone, its original that fails, and its diff', async () => {
    configure([DELETING]);
    const { stdout } = await workspace.devs('run');
    const report = await workspace.devs('report', 'fix-answer');
    for (const text of [stdout, report.stdout]) {
      assert.match(text, /Why the pass is doubtful\n +tests that ran +1, before 2\n/);
      assert.match(text, /\n +original still fails +sums\n/);
      assert.match(text, /\n +changed tests +sums\.test\.js\n/);
    }
    assert.match(report.stdout, /How the tests changed\n[^]*--- a\/sums\.test\.js\n/);
    assert.match(report.stdout, /\n +-require\('node:test'\)\.test\('sums', .*no sum/);
  });

  it('is done with the number of changed test files where nothing is doubtful', async () => {
    const mended = SUMS.replace("throw new Error('no sum')", "require('./answer')");
    workspace.write('answer.js', "throw new Error('no sum');\n");
    configure([]);
    workspace.write('sums.test.js', ADDS + mended);
    workspace.write('more.test.js', ADDS);
    workspace.play([
      { ...DELETING, write: { 'more.test.js': `// All.\n${ADDS}`, 'answer.js': '1;\n' } },
    ]);
    const run = await workspace.devs('run');
    assert.match(run.stdout, /turn 1 {2}done {2}\(verification passed; 1 test file changed\)/);
  });

  it('cannot be accepted twice, nor when it is paused for something else', async () => {
    configure([DELETING]);
    await workspace.devs('run');
    await workspace.devs('accept', 'fix-answer');
    const again = await workspace.devs('accept', 'fix-answer', '--json');
    assert.equal(again.code, 1);
    assert.match(again.stdout, /it is done; only a task that is paused for a doubtful pass/);
    assert.equal((await workspace.devs('accept', 'fix-anser')).code, 1);
    workspace.configure([LOOPING], { limits: { maxPivots: 0 }, tasks: [{ id: 'b', goal: 'x' }] });
    await workspace.devs('run');
    const refused = await workspace.devs('accept', 'b');
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /it is not paused for a doubtful pass; `devs resume b`/);
  });

  it('is accepted while another task runs', async () => {
    configure([DELETING, { ...LOOPING, hang: true }], {
      onPause: 'continue',
      tasks: [
        { id: 'first', goal: 'x' },
        { id: 'second', goal: 'y' },
      ],
    });
    const run = workspace.start(['run']);
    await until('the second call of the agent', () => workspace.calls().length > 1);
    const { code, stdout, stderr } = await workspace.devs('accept', 'first');
    assert.equal(code, 0, stderr);
    assert.equal(stdout, 'Accepted first: the task is done.\n');
    await workspace.devs('pause', '--now');
    assert.equal((await run.ended).code, 130);
    assert.match((await workspace.devs('status', 'first')).stdout, /accepted by you/);
  });
});
