import assert from 'node:assert/strict';
import { until } from './devsProcess';
import { TestWorkspace, type Step } from './testWorkspace';

const FAILING: Step = {
  reply: 'STRATEGY: guess\nI set the answer to 41.',
  write: { 'answer.txt': '41' },
};
const DONE: Step = { reply: 'DONE: it is 42', write: { 'answer.txt': '42' } };
const SOLVED = 22;
const PAUSED = 9;

const task = (id: string): object => ({ id, goal: 'The answer is 42.' });
const LIMITS = { maxPivots: 0 };

describe('what earlier tasks show, in a terminal', function () {
  this.timeout(180_000);
  let workspace: TestWorkspace;
  before(async () => {
    workspace = new TestWorkspace();
    const solved = Array.from({ length: SOLVED }, (_, number) => task(`solved-${number}`));
    const paused = Array.from({ length: PAUSED }, (_, number) => task(`paused-${number}`));
    workspace.configure([...solved.flatMap(() => [FAILING, DONE]), FAILING], {
      ...{ verify: undefined, limits: LIMITS, onPause: 'continue', tasks: [...solved, ...paused] },
    });
    const { code, stdout, stderr } = await workspace.devs('run');
    assert.equal(code, 2, stdout + stderr);
    assert.equal(workspace.calls().length, SOLVED * 2 + PAUSED * 3);
  });
  after(() => workspace.dispose());

  it('is how likely a running task pauses, in devs run, devs status and devs metrics', async () => {
    workspace.configure([FAILING, FAILING, { hang: true }], {
      ...{ verify: undefined, limits: LIMITS, tasks: [task('now')] },
    });
    const before = workspace.calls().length;
    const running = workspace.start(['run']);
    await until('the third call', () => workspace.calls()[before + 2]);

    const likely = `likely to pause: ${PAUSED} of ${PAUSED} similar tasks did; 2 turns failed in a row`;
    const { stdout } = await workspace.devs('status');
    assert.match(stdout, new RegExp(`^now +In progress .* ${likely}$`, 'm'));
    assert.equal((await workspace.devs('pause', '--now')).code, 0);
    const printed = (await running.ended).stdout;
    assert.equal(printed.split('\n').filter((line) => line === `  ${likely}`).length, 1);
    assert.doesNotMatch(printed, /unlikely/);

    const { prediction } = JSON.parse((await workspace.devs('metrics', '--json')).stdout) as {
      readonly prediction?: Readonly<Record<string, number>>;
    };
    assert.equal(prediction?.['finishedTasks'], SOLVED + PAUSED);
    assert.equal(prediction['predictedTasks'], 1, 'only the last one came after 30');
    assert.match(
      (await workspace.devs('metrics')).stdout,
      /Brier score, the mean squared error \(0 is perfect\): 0\.\d\d/,
    );
  });

  it('is another loop threshold where adaptive thresholds are on, with its reason', async () => {
    workspace.configure([FAILING], {
      ...{ verify: undefined, limits: { ...LIMITS, adaptive: true }, tasks: [task('later')] },
    });
    const before = workspace.calls().length;
    const run = await workspace.devs('run', 'later');

    assert.equal(run.code, 2, run.stderr);
    assert.equal(workspace.calls().length, before + 2);
    const why = `2 instead of 3: none of ${PAUSED} similar tasks was solved from the third turn on (scripted)`;
    assert.ok(run.stdout.includes(`  loop threshold ${why}\n`), run.stdout);
    const report = await workspace.devs('report', 'later');
    assert.ok(report.stdout.includes(`Threshold ${why}\n`), report.stdout);
    const status = await workspace.devs('status');
    assert.match(status.stdout, /^later +Paused +– +– +2 /m);
    assert.ok(status.stdout.includes(`later: loop threshold ${why}`), status.stdout);
  });
});
