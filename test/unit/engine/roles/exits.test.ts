import assert from 'node:assert/strict';
import { hasEnded, type TurnEnd } from '../../../../src/model/turn/turn';
import { decide, playRoles, roleConfig, type RoleConfig } from '../../../support/roleScripts';
import { failing, FAILED, PASSED, ScriptedRun, type Script } from '../../../support/scriptedRun';

const AROUND = () => playRoles({ planner: () => decide('coder', { plan: ['patch it'] }) });
const STUCK = 'Planner detected loop planner→coder without progress after 6 hops.';

async function play(script: Script, change: RoleConfig = {}): Promise<ScriptedRun> {
  const run = await ScriptedRun.create(script, roleConfig(change));
  await run.run();
  return run;
}

function lastTurn({ store }: ScriptedRun): TurnEnd {
  const turn = store.listTurns('fix').at(-1);
  assert.ok(turn !== undefined && hasEnded(turn));
  return turn;
}

describe('exits of a task with roles', () => {
  it('ask_human: an edge at its limit pauses the task with a question', async () => {
    const run = await play(AROUND(), { roles: { onStuck: 'ask_human' } });

    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.equal(run.store.getTask('fix')?.statusReason, STUCK);
    const [report] = run.reports;
    assert.equal(report?.reason, 'MAX_LOOP_EDGE');
    assert.equal(report.terminalStatus, 'PAUSED_FOR_INTERVENTION');
    assert.equal(
      report.question,
      'The planner handed over work 6 times without progress (planner→coder). Its last request was: "patch it". What should the planner do instead?',
    );
    assert.equal(run.issues.size, 0);
  });

  it('done_partial: an edge at its limit leaves the task done in part, and nobody waits', async () => {
    const run = await play(AROUND(), { roles: { onStuck: 'done_partial' } });

    const task = run.store.getTask('fix');
    assert.deepEqual([task?.status, task?.statusReason], ['done_partial', STUCK]);
    assert.equal(lastTurn(run).consequence, 'none');
    assert.deepEqual(lastTurn(run).exit?.kind, 'done_partial');
    assert.deepEqual(run.reports, []);
    assert.equal(run.store.getRunStatus(), 'IDLE');
    assert.ok(run.events.some(({ event }) => event === 'loop_detected'));
    assert.deepEqual(run.store.getFailures('fix')?.failedStrategies, ['patch it']);
  });

  it('the planner gives up: aborted_stuck in its own words, with an issue', async () => {
    const run = await play(
      playRoles({ planner: () => decide('snitch', { reason: 'the API\nis undocumented' }) }),
    );

    const task = run.store.getTask('fix');
    assert.deepEqual(
      [task?.status, task?.statusReason],
      ['aborted_stuck', 'the planner gave up: the API is undocumented'],
    );
    assert.equal(run.reports[0]?.reason, 'GAVE_UP');
    assert.equal(run.reports[0].inTurnLoop, undefined);
    assert.deepEqual([...run.issues.keys()], ['fix-turn-1']);
    assert.ok(!run.events.some(({ event }) => event === 'loop_detected'));
  });

  it('an agent asked through a tool and nobody answered: the task waits with its question', async () => {
    const script = playRoles({
      planner: (n) => decide(n === 1 ? 'coder' : 'done', { plan: ['round up'] }),
      coder: () => ({
        reply: 'I rounded up.',
        edits: { 'src/code.js': 'changed' },
        during: () => {
          const { id: turnId = '' } = run.store.listTurns('fix').at(-1) ?? {};
          run.loop?.tools.ask({ taskId: 'fix', turnId, question: 'Round up or down?' });
        },
      }),
    });
    const run = await ScriptedRun.create(script, roleConfig({ limits: { maxTurns: 1 } }));
    await run.run();

    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.deepEqual(
      [run.reports[0]?.reason, run.reports[0]?.question],
      ['AGENT_QUESTION', 'Round up or down?'],
    );
  });

  it('the planner asks a human: the question stands in the report, secrets masked', async () => {
    const run = await play(
      playRoles({
        planner: () =>
          decide('ask_human', {
            reason: 'two ways',
            question: 'Round up or down?\nMy token=abcdefgh1234',
          }),
      }),
    );

    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.equal(run.reports[0]?.reason, 'QUESTION');
    assert.equal(run.reports[0].question, 'Round up or down?\nMy token=***');
    assert.equal(run.reports[0].stopReason, 'the planner asks: Round up or down? My token=***');
  });

  it('a long question can be read whole, line by line, and obeys no terminal', async () => {
    const options = Array.from({ length: 200 }, (_, at) => `- way ${at}, in a few words`);
    const question = ['\u001b[31mWhich\u001b[0m way?\u0007\r\n', ...options].join('\n');
    const run = await play(
      playRoles({ planner: () => decide('ask_human', { reason: 'many ways', question }) }),
    );

    const report = run.reports[0];
    assert.equal(report?.question, ['Which way?', '', ...options].join('\n'));
    assert.ok((report.stopReason ?? '').length < 600);
    assert.ok(!report.stopReason?.includes('\n'));
  });

  it('the planner calls it done in part', async () => {
    const run = await play(
      playRoles({ planner: () => decide('done_partial', { reason: 'no licence for the rest' }) }),
    );

    const task = run.store.getTask('fix');
    assert.deepEqual(
      [task?.status, task?.statusReason],
      ['done_partial', 'done in part, according to the planner: no licence for the rest'],
    );
  });

  it('success wins over everything: work that passes is done, whatever the planner or a limit says', async () => {
    for (const planner of [
      () => decide('snitch'),
      () => decide('ask_human'),
      () => decide('done_partial'),
      () => decide('coder'),
    ]) {
      const run = await ScriptedRun.create(
        playRoles({
          planner: (n) => (n === 1 ? decide('coder') : planner()),
          coder: () => ({ edits: { 'src/code.js': 'right' } }),
        }),
        roleConfig(),
      );
      run.verification = () => ({ end: PASSED });

      await run.run();

      assert.equal(run.store.getTask('fix')?.status, 'done');
      assert.equal(lastTurn(run).exit, undefined);
      assert.equal(lastTurn(run).inTurnLoop, undefined);
      assert.equal(run.store.getTask('fix')?.roleMemory, undefined);
      assert.deepEqual(run.reports, []);
    }
  });

  it('progress that the last verification measures takes back what a limit said, and every edge begins anew', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        // One turn with a baseline, then one that asks the same again and again.
        planner: (n) =>
          n === 1 ? decide('coder') : n === 2 ? decide('done') : decide('researcher'),
        coder: () => ({ edits: { 'src/code.js': 'a' } }),
        researcher: (n) => ({ edits: { 'src/code.js': `b${n}` } }),
      }),
      roleConfig(),
    );
    run.verification = (n) => ({
      end: FAILED,
      measurement: failing(n === 1 ? 5 : 4),
    });

    await run.run();

    const second = run.store.listTurns('fix')[1];
    assert.ok(second !== undefined && hasEnded(second));
    assert.equal(second.outcome, 'progress');
    assert.equal(second.exit, undefined);
    assert.equal(second.consequence, 'none');
    assert.equal(second.hops?.at(-1)?.outcome, 'refused');
    const third = run.store.listTurns('fix')[2];
    assert.ok(third !== undefined && hasEnded(third));
    assert.equal(third.hops?.[0]?.edge?.count, 1);
  });

  it('what kept one role from its work is over once another has done it, and the planner says so', async () => {
    for (const [way, status] of [
      [['researcher', 'coder', 'done'], 'done'],
      [['coder', 'researcher', 'done'], 'PAUSED_FOR_INTERVENTION'],
    ] as const) {
      const run = await ScriptedRun.create(
        playRoles({
          planner: (n) => decide(way[n - 1] ?? 'done'),
          researcher: () => ({ reply: 'BLOCKED: no network to read the manual with' }),
          coder: () => ({ edits: { 'src/code.js': 'right' } }),
        }),
        roleConfig({ unverified: true, limits: { maxTurns: 1 } }),
      );

      await run.run();

      assert.equal(run.store.getTask('fix')?.status, status);
    }
  });

  it('progress keeps what the planner decided, without a failed strategy', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) =>
          n % 2 === 1 ? decide('coder') : n === 2 ? decide('done') : decide('ask_human'),
        coder: (n) => ({ edits: { 'src/code.js': `try ${n}` } }),
      }),
      roleConfig(),
    );
    run.verification = (n) => ({ end: FAILED, measurement: failing(6 - n) });

    await run.run();

    assert.equal(lastTurn(run).outcome, 'progress');
    assert.equal(lastTurn(run).consequence, 'pause');
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.equal(run.store.getTask('fix')?.entropyCount, 0);
    assert.equal(run.store.getFailures('fix'), undefined);
  });

  it('a limit of one of everything is told in whole sentences', async () => {
    const limits = { plannerToCoder: 1, loopThreshold: 1, maxPivots: 0 };
    const run = await play(playRoles({ planner: () => decide('coder') }), { limits });

    assert.equal(
      lastTurn(run).reason,
      'verification failed: exit code 1; no tests: progress cannot be measured. ' +
        'Planner detected loop planner→coder without progress after 2 hops. Loop detected after 1 attempt',
    );
  });

  it('a subtask that is left as done in part leaves its hops behind: the next one has all of its own', async () => {
    const config = roleConfig({ roles: { onStuck: 'done_partial' } });
    const [task] = config.tasks;
    assert.ok(task);
    const run = await ScriptedRun.create(AROUND(), {
      ...config,
      tasks: [task, { ...task, id: 'one', parent: 'fix' }, { ...task, id: 'two', parent: 'fix' }],
    });

    await run.run();

    const turns = run.store.listTurns('fix').filter(hasEnded);
    assert.deepEqual(
      turns.slice(0, 2).map(({ taskId, hopCount }) => [taskId, hopCount]),
      [
        ['one', 6],
        ['two', 6],
      ],
    );
    assert.equal(run.store.getTask('two')?.status, 'done_partial');
  });

  it('subtasks count on their ancestor, which then waits', async () => {
    const config = roleConfig();
    const [task] = config.tasks;
    assert.ok(task);
    const run = await ScriptedRun.create(AROUND(), {
      ...config,
      tasks: [task, { ...task, id: 'part', parent: 'fix' }],
    });

    await run.run();

    assert.equal(run.store.getTask('fix')?.status, 'aborted_stuck');
    assert.equal(run.store.getTask('part')?.status, 'pending');
    assert.equal(run.store.getTask('fix')?.roleMemory?.loopCounters.planner_to_coder, 6);
    assert.equal(run.store.getTask('part')?.roleMemory, undefined);
    assert.ok(run.issues.get('fix-turn-1')?.includes('In its subtask: `part`'));
  });
});
