import assert from 'node:assert/strict';
import { isAlive, until } from './devsProcess';
import { SOLVING, TestWorkspace, type Step } from './testWorkspace';
import { itAtFullScale } from '../../support/scale';

const SPIN: Step = { reply: 'STRATEGY: wait\nBLOCKED: critic:design_system unavailable' };
const TASKS = {
  tasks: [
    { id: 'T3.4.3', goal: 'The design is reviewed.' },
    { id: 'fix-answer', goal: 'The answer is 42.' },
  ],
};

describe('task after task, in a terminal', function () {
  this.timeout(90_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  it('grants authority after three equal blockers, remembers it over kill -9, and learns from it', async () => {
    const works: Step = {
      reply: 'STRATEGY: a stub critic\nDONE: reviewed by a stub',
      write: { 'critic.js': 'stub', 'answer.txt': '42' },
    };
    workspace.configure([SPIN, SOLVING, SPIN, SPIN, { hang: true }, works], TASKS);
    const killed = workspace.start(['run', '--verbose']);
    const agent = await until('the fifth call', () => workspace.calls()[4]?.pid);
    killed.kill('SIGKILL');
    await killed.ended;
    await until('the end of the agent', () => !isAlive(agent));
    const log = killed.stdout.split('\n').filter((line) => /^(?:Loop|Granting) /.test(line));
    assert.deepEqual(log, [
      'Loop detected: blocked_task_spin, taskId=T3.4.3, attemptCount=3, recommendation=unblock_authority',
      'Granting unblock authority for T3.4.3',
      'Loop recovery applied: unblock_authority',
    ]);
    const done = await workspace.devs('run');
    assert.equal(done.code, 0, done.stdout + done.stderr);
    const prompts = workspace.calls().map(({ prompt }) => prompt);
    const granted = prompts.map((prompt) =>
      // Three failed turns earn a pivot directive as well, which comes first.
      prompt.includes(
        'UNBLOCK AUTHORITY GRANTED: Task T3.4.3 blocked by [critic:design_system unavailable] after 3 attempts.',
      ),
    );
    assert.deepEqual(granted, [false, false, false, false, true, true]);
    assert.deepEqual(
      await workspace.query('SELECT task_id, topic, closed_why FROM context_entries'),
      [{ task_id: 'T3.4.3', topic: 'unblock_authority', closed_why: 'the blockers are gone' }],
    );
    const attempts = await workspace.query('SELECT task_id, status FROM attempts ORDER BY number');
    assert.deepEqual(
      attempts.map(({ task_id: task, status }) => `${String(task)} ${String(status)}`),
      [
        'T3.4.3 blocked',
        'fix-answer done',
        'T3.4.3 blocked',
        'T3.4.3 blocked',
        'T3.4.3 in_progress',
        'T3.4.3 done',
      ],
    );
    const lessons = await workspace.devs('lessons');
    assert.equal(lessons.code, 0, lessons.stderr);
    assert.match(lessons.stdout, /a stub critic/);
  });

  it('asks a human at once for what only a human has, and goes on with the rest', async () => {
    const keyless: Step = { reply: 'BLOCKED: missing API key for the payment service' };
    workspace.configure([keyless, SOLVING], { ...TASKS, onPause: 'continue' });
    const { code, stdout } = await workspace.devs('run');
    assert.equal(code, 2);
    assert.equal(workspace.calls().length, 2);
    assert.match(stdout, /! T3\.4\.3 {2}blocked .*missing API key for the payment service/);
    assert.match(stdout, /✓ fix-answer {2}turn 1 {2}done/);
    const report = await workspace.devs('report', 'T3.4.3');
    assert.equal(report.code, 0);
    assert.match(
      report.stdout,
      /^⚠ BLOCKED — .*\n {2}missing API key for the payment service \(it needs a login or a key\)\n\n {2}What to do\n {4}- Log in on this machine/,
    );
    const status = await workspace.devs('status', 'T3.4.3');
    assert.match(status.stdout, /devs resume T3\.4\.3/);
    assert.equal((await workspace.devs('not-a-loop', 'T3.4.3')).code, 1);
    assert.equal((await workspace.devs('resume', 'T3.4.3')).code, 0);
  });

  itAtFullScale(
    'reports a loop that it escalated: what to do, and the attempts that prove it',
    async () => {
      const spins = Array<Step>(4).fill(SPIN);
      workspace.configure([spins[0]!, SOLVING, ...spins], TASKS);
      const run = await workspace.devs('run');
      assert.equal(run.code, 2, run.stdout);
      const report = await workspace.devs('report', 'T3.4.3');
      assert.equal(report.code, 0, report.stderr);
      assert.match(
        report.stdout,
        /^⚠ BLOCKED — its attempts repeat without progress\n {2}No progress despite unblock authority\. Blocked by: critic:design_system unavailable\n\n {2}What to do\n {4}- Remove the blocker yourself/,
      );
      const proof =
        /Attempts of the loop\n +ATTEMPT +ENDED +TURNS +RESULT\n(?: +[1345] +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC +turn [1-4] +blocked by critic:design_system unavailable; no file changed\n){4}/;
      assert.match(report.stdout, proof);
      assert.match(
        report.stdout,
        /Run `devs resume T3\.4\.3 --hint "…"` to resume with a hint\.\n/,
      );
      assert.match(report.stderr, /Report of the newest run: `devs report --run /);
      const status = await workspace.devs('status', 'T3.4.3');
      assert.match(status.stdout, proof);
      assert.match(status.stdout, /devs report T3\.4\.3 +see what it lacks/);
      const json = JSON.parse((await workspace.devs('report', 'T3.4.3', '--json')).stdout) as {
        reason: string;
        attemptLoop: { attempts: { turns: { first: number } }[] };
      };
      assert.equal(json.reason, 'ESCALATED');
      assert.deepEqual(
        json.attemptLoop.attempts.map(({ turns }) => turns.first),
        [1, 2, 3, 4],
      );
      assert.equal((await workspace.devs('not-a-loop', 'T3.4.3')).code, 0);
      const old = await workspace.devs('report', 'T3.4.3');
      assert.equal(old.code, 0);
      assert.match(old.stderr, /This is an old report.*the task is pending now/);
    },
  );

  it('leaves a task that gets nowhere for the next one, and ends with 3', async () => {
    const nothing: Step = { reply: 'STRATEGY: look once more' };
    workspace.configure([...Array<Step>(5).fill(nothing), SOLVING], {
      ...TASKS,
      limits: { turnsPerVisit: 1, loopThreshold: 50 },
      tasks: [{ ...TASKS.tasks[0], priority: 50 }, TASKS.tasks[1]],
    });
    const { code, stdout } = await workspace.devs('run');
    assert.equal(code, 3, stdout);
    assert.match(stdout, /T3\.4\.3 {2}done in part .*5 attempts without progress/);
    assert.match(
      workspace.calls()[5]?.prompt ?? '',
      /^LOOP DETECTED: Task T3\.4\.3 stopped after 5/,
    );
    const status = await workspace.devs('status', 'T3.4.3');
    assert.match(
      status.stdout,
      /Attempts of the loop\n +ATTEMPT +ENDED +TURNS +RESULT\n(?: +[1-5] +\d{4}-.* UTC +turn [1-5] +no file changed\n){5}/,
    );
    const json = JSON.parse((await workspace.devs('status', '--json')).stdout) as {
      running: boolean;
      tickCount: number;
      loopDetection: Record<string, { attemptCount: number; lastAttempt: number }>;
    };
    assert.equal(json.running, false);
    assert.equal(json.tickCount, 6);
    assert.deepEqual(Object.keys(json.loopDetection), ['fix-answer']);
    const again = await workspace.devs('not-a-loop', 'T3.4.3');
    assert.equal(again.code, 0, again.stderr);
    const metrics = await workspace.devs('metrics', '--json');
    assert.match(metrics.stdout, /"falseAlarms":1/);
  });
});
