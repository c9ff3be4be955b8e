import assert from 'node:assert/strict';
import { until } from './devsProcess';
import { LOOPING, SOLVING, TestWorkspace, type Step } from './testWorkspace';
import { itAtFullScale } from '../../support/scale';

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

  itAtFullScale(
    'shows the task as waiting with the reason; a pause ends the run at once',
    async () => {
      workspace.configure([OVERLOADED, SOLVING], { limits: { retrySeconds: 3600 } });
      const run = workspace.start(['run']);
      await until('the task to wait', () => run.stdout.includes('retry 1 of 6'));
      const status = await workspace.devs('status');
      assert.match(status.stdout, /fix-answer.*waiting[^]*service down/i);
      const json = JSON.parse((await workspace.devs('status', '--json')).stdout) as {
        tasks: readonly { waitingUntil?: string; status: string }[];
      };
      assert.equal(json.tasks[0]?.status, 'pending');
      assert.ok(Date.parse(json.tasks[0].waitingUntil ?? '') > Date.now());

      const paused = await workspace.devs('pause');
      assert.equal(paused.code, 0, paused.stderr);
      await run.ended;
      assert.equal(workspace.calls().length, 1);
      assert.match(paused.stdout, /no agent was working/);
      const [task] = await workspace.query('SELECT status FROM tasks');
      assert.deepEqual(task, { status: 'pending' });
    },
  );

  it('is waited for by the next run when the runner was killed; who stops waiting tries at once', async () => {
    workspace.configure([OVERLOADED, SOLVING], { limits: { retrySeconds: 3600 } });
    const run = workspace.start(['run']);
    await until('the task to wait', () => run.stdout.includes('retry 1 of 6'));
    run.kill('SIGKILL');
    await run.ended;
    const status = await workspace.devs('status');
    assert.match(status.stdout, /^Stopped[^]*fix-answer .*waiting until .*service down/i);

    const next = workspace.start(['run']);
    await until('the next run to sleep', () => next.stdout.includes('nothing else can run'));
    assert.equal(workspace.calls().length, 1);
    assert.match((await workspace.devs('status')).stdout, /^Running, fix-answer is next: waiting/);
    const ended = await workspace.devs('stop-waiting', 'fix-answer');
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(ended.stdout, 'fix-answer no longer waits.\n');
    assert.equal((await next.ended).code, 0);
    assert.equal(workspace.calls().length, 2);
  });

  const TWO = [
    { id: 'first', goal: 'The answer is 42.' },
    { id: 'second', goal: 'The answer is 42, too.' },
  ];

  itAtFullScale(
    'lets another task run meanwhile, and then sleeps until the time of the first',
    async () => {
      const go = `${workspace.root}/go`;
      workspace.configure([OVERLOADED, { ...SOLVING, waitFor: go }], {
        limits: { retrySeconds: 3600 },
        tasks: TWO,
      });
      const run = workspace.start(['run']);
      await until('the second task to be at work', () => workspace.calls().length === 2);
      const status = await workspace.devs('status');
      assert.match(status.stdout, /first +Pending .*waiting until[^]*second +In progress/);
      workspace.write('../go', '');
      await until('the run to sleep', () => / waiting: first until .*\n/.test(run.stdout));
      assert.match(
        run.stdout,
        /second {2}turn 1 {2}done[^]*nothing else can run[^]* waiting: first until .*service down/,
      );
      await workspace.devs('pause');
      const { code, stdout } = await run.ended;
      assert.equal(code, 130);
      assert.match(stdout, /The run paused while no turn was running, .* first waits until/);
    },
  );

  itAtFullScale(
    'comes back at its time by itself, after the turn that is running then',
    async () => {
      const more: Step = { ...SOLVING, write: { 'answer.txt': '42', 'first.txt': '42' } };
      workspace.configure([OVERLOADED, SOLVING, more], { limits: { retrySeconds: 1 }, tasks: TWO });
      const { code, stdout } = await workspace.devs('run');
      assert.equal(code, 0, stdout);
      const order = [...stdout.matchAll(/^[!✓] (\S+) {2}turn \d/gm)].map((match) => match[1]);
      assert.deepEqual(order, ['first', 'second', 'first'], stdout);
      assert.equal(workspace.calls().length, 3);
    },
  );

  it('is cut off by Ctrl+C, which ends no turn, and keeps its time', async () => {
    workspace.configure([OVERLOADED, SOLVING], { limits: { retrySeconds: 3600 } });
    const run = workspace.start(['run']);
    await until('the task to wait', () => run.stdout.includes('retry 1 of 6'));
    await until('the run to sleep', async () => {
      const { stdout } = await workspace.devs('status');
      return stdout.includes('fix-answer is next');
    });
    run.kill('SIGINT');
    const { code, stdout, stderr } = await run.ended;
    assert.equal(code, 130);
    assert.match(stderr, /Interrupting the run: no turn is running\./);
    assert.match(
      stdout,
      /The run was interrupted while no turn was running; .* fix-answer waits until 20/,
    );
    assert.doesNotMatch(stdout + stderr, /turn is not counted|ends the running turn/);
    const { stdout: shown } = await workspace.devs('status');
    assert.match(shown, /^Stopped[^]*fix-answer +pending .*waiting until .*service down/i);
    const [report] = await workspace.query(
      "SELECT data FROM events WHERE event = 'run_ended' ORDER BY rowid DESC",
    );
    assert.match(String(report?.['data']), /"whileWaiting":true/);
  });

  it('is exact for days where the events of Claude Code name the time, kills included', async () => {
    const reset = Math.floor(Date.now() / 1_000) + 6 * 86_400 + 3_600;
    const words = "You've hit your limit in words of tomorrow";
    const events = [
      { type: 'system', subtype: 'init', session_id: 's' },
      {
        type: 'rate_limit_event',
        rate_limit_info: { status: 'rejected', resetsAt: reset, rateLimitType: 'seven_day' },
      },
      { type: 'result', subtype: 'success', is_error: true, result: words, session_id: 's' },
    ];
    const reply = events.map((event) => JSON.stringify(event)).join('\n');
    workspace.configureWatched([{ reply, exit: 1 }, SOLVING]);
    const waits = async (): Promise<string | undefined> => {
      const { stdout } = await workspace.devs('status', '--json');
      return (JSON.parse(stdout) as { tasks: readonly [{ waitingUntil?: string }] }).tasks[0]
        .waitingUntil;
    };
    for (const times of [1, 2]) {
      const run = workspace.start(['run']);
      await until(`run ${times} to wait`, () => run.stdout.includes('in 6 days'));
      run.kill('SIGKILL');
      await run.ended;
      const left = Date.parse((await waits()) ?? '') - reset * 1_000;
      assert.ok(Math.abs(left) <= 60_000);
    }
    assert.equal(workspace.calls().length, 1);
  });
});

describe('an agent at its usage limit', function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  const AT_LIMIT: Step = { stderr: 'Error: 429 Too Many Requests\nretry-after: 7200\n', exit: 1 };

  it('leaves its task to the agent that stands in for it, also when the runner is killed meanwhile', async () => {
    workspace.configure([AT_LIMIT, { waitFor: `${workspace.root}/never` }, SOLVING]);
    const config = JSON.parse(workspace.read('devs.yaml')) as {
      readonly agents: { readonly scripted: object };
    };
    const { scripted } = config.agents;
    const agents = { scripted: { ...scripted, fallback: ['spare'] }, spare: scripted };
    workspace.write('devs.yaml', JSON.stringify({ ...config, agents, agent: 'scripted' }));

    const run = workspace.start(['run']);
    await until('the other agent to work', () => workspace.calls().length === 2);
    assert.match(
      run.stdout,
      /scripted has reached a limit: .*; spare goes on meanwhile\).*\n.*fix-answer {2}spare in place of scripted until \d/,
    );
    const { stdout: status } = await workspace.devs('status', 'fix-answer');
    assert.match(status, /agent spare in place of scripted until \d/);
    run.kill('SIGKILL');
    await run.ended;

    assert.equal((await workspace.devs('run')).code, 0);
    const turns = await workspace.query('SELECT agent, outcome FROM turns ORDER BY number');
    assert.deepEqual(
      turns.map(({ agent, outcome }) => [agent, outcome]),
      [
        ['scripted', 'not_agent'],
        ['spare', 'interrupted'],
        ['spare', 'success'],
      ],
    );
  });
});
