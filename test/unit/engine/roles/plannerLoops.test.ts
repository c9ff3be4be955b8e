import assert from 'node:assert/strict';
import { hasEnded, type Turn, type TurnEnd } from '../../../../src/model/turn/turn';
import {
  decide,
  hopsOf,
  pathOf,
  playRoles,
  promptsTo,
  roleConfig,
} from '../../../support/roleScripts';
import { limitsOf, ScriptedRun, taskOf } from '../../../support/scriptedRun';

/** docs/decisions/planner-loops.md: planner → "need to assess" → researcher → "already done" → planner → … */
const ASSESSING = () =>
  playRoles({
    planner: () => decide('researcher', { reason: 'need to assess', plan: ['assess the code'] }),
    researcher: () => ({ reply: 'already done' }),
  });

const STUCK = 'Planner detected loop planner→researcher without progress after 6 hops.';

function ended(turn: Turn | undefined): TurnEnd {
  assert.ok(turn !== undefined && hasEnded(turn));
  return turn;
}

describe('planner loops (the planner-loops decision)', () => {
  it('planner repeatedly asks for research without changing plan → early termination with aborted_stuck', async () => {
    const run = await ScriptedRun.create(ASSESSING(), roleConfig());

    const end = await run.run();

    assert.deepEqual(end, { kind: 'needsHuman', taskIds: ['fix'] });
    const task = run.store.getTask('fix');
    assert.equal(task?.status, 'aborted_stuck');
    assert.equal(task.statusReason, STUCK);
    assert.equal(task.roleMemory?.loopCounters.planner_to_researcher, 6);
    assert.equal(run.store.getRunStatus(), 'PAUSED');
    const [turn, second] = run.store.listTurns('fix');
    assert.equal(second, undefined);
    assert.deepEqual(ended(turn).exit, { kind: 'snitch', by: 'edge limit', stopReason: STUCK });
    assert.equal(ended(turn).consequence, 'pause');
    assert.equal(ended(turn).hopCount, 7);
    // The first hop brought something; the six after it did not, and the last was not taken.
    assert.deepEqual(pathOf(run), [
      'researcher 1 answered',
      'researcher 1 repeated',
      'researcher 2 repeated',
      'researcher 3 repeated',
      'researcher 4 repeated',
      'researcher 5 repeated',
      'researcher 6 refused',
    ]);
  });

  it('a count that begins anew says so, in this turn and after it', async () => {
    const run = await ScriptedRun.create(ASSESSING(), roleConfig());
    await run.run();
    const anew = (): readonly (boolean | undefined)[] =>
      hopsOf(run).map(({ edge }) => edge?.countedAnew);
    assert.deepEqual(anew(), [undefined, true, ...Array<undefined>(5).fill(undefined)]);
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();
    const resumed = run.store.listTurns('fix').at(-1);
    assert.deepEqual(ended(resumed).hops?.[0]?.edge, {
      ...{ name: 'planner_to_researcher', count: 1, limit: 5, countedAnew: true },
    });
  });

  it('the report tells the stop reason, the edge and the hops that prove it', async () => {
    const run = await ScriptedRun.create(ASSESSING(), roleConfig());

    await run.run();

    const [report] = run.reports;
    assert.equal(report?.reason, 'MAX_LOOP_EDGE');
    assert.equal(report.terminalStatus, 'aborted_stuck');
    assert.equal(report.stopReason, STUCK);
    assert.deepEqual(report.inTurnLoop, {
      detector: 'edge limit',
      message: STUCK,
      edge: { name: 'planner_to_researcher', count: 6, limit: 5 },
      hops: [2, 3, 4, 5, 6, 7],
    });
    assert.deepEqual(report.hops?.map(({ turn, number }) => [turn, number]).at(-1), [1, 7]);
    assert.deepEqual(report.failedStrategies, ['assess the code']);
    assert.equal(report.question, undefined);
    assert.deepEqual(run.store.latestReport('fix'), report);
  });

  it('the history says which loop it was and that the task waits', async () => {
    const run = await ScriptedRun.create(ASSESSING(), roleConfig());

    await run.run();

    const data = (event: string): unknown => run.events.find((each) => each.event === event)?.data;
    const loop = data('loop_detected') as Record<string, unknown>;
    assert.deepEqual(
      [loop['detector'], loop['level'], loop['message'], loop['edge'], loop['hops']],
      [
        'edge limit',
        'stuck',
        STUCK,
        { name: 'planner_to_researcher', count: 6, limit: 5 },
        [2, 3, 4, 5, 6, 7],
      ],
    );
    const gate = data('gate_triggered') as Record<string, unknown>;
    assert.deepEqual([gate['reason'], gate['trigger_reason']], ['MAX_LOOP_EDGE', STUCK]);
    const changes = run.events.filter(({ event }) => event === 'task_status_changed');
    assert.deepEqual(changes.at(-1)?.data, {
      from: 'in_progress',
      to: 'aborted_stuck',
      reason: STUCK,
    });
  });

  it('the issue tells everything that a human needs, agent text as code', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: () =>
          decide('researcher', { reason: 'need to assess <img src=x>', plan: ['assess'] }),
        researcher: () => ({ reply: '```\n# not a heading of the issue\nTOKEN=abcdefgh1234' }),
      }),
      roleConfig(),
    );

    await run.run();

    assert.deepEqual([...run.issues.keys()], ['fix-turn-1']);
    const issue = run.issues.get('fix-turn-1') ?? '';
    assert.ok(issue.includes(STUCK));
    assert.ok(issue.includes('- Found by: an edge at its limit: planner → researcher 6/5'));
    assert.ok(issue.includes('Make the test pass.'));
    assert.ok(issue.includes('1 test failed'));
    assert.ok(issue.includes('devs resume fix --hint'));
    assert.ok(issue.includes('````text\n```\n# not a heading of the issue'));
    assert.ok(issue.includes('`need to assess <img src=x>`'));
    assert.ok(!issue.includes('abcdefgh1234'));
  });

  it('an issue that cannot be written is told and loses nothing', async () => {
    const run = await ScriptedRun.create(ASSESSING(), roleConfig());
    const deps = run.deps();
    const refusing = {
      ...deps,
      issues: { writeIssue: () => Promise.reject(new Error('no space left on device')) },
    };
    run.deps = () => refusing;

    await run.run();

    assert.deepEqual(run.warnings, [
      'Devs could not write the issue file about fix: no space left on device',
    ]);
    assert.equal(run.store.getTask('fix')?.status, 'aborted_stuck');
  });

  for (const { role, limit, edge } of [
    { role: 'researcher', limit: 5, edge: 'planner→researcher' },
    { role: 'coder', limit: 5, edge: 'planner→coder' },
    { role: 'verifier', limit: 3, edge: 'planner→verifier' },
  ] as const) {
    it(`${edge} is stopped after ${limit + 1} hops without progress`, async () => {
      const run = await ScriptedRun.create(
        playRoles({ planner: () => decide(role) }),
        roleConfig(),
      );

      await run.run();

      assert.equal(
        run.store.getTask('fix')?.statusReason,
        `Planner detected loop ${edge} without progress after ${limit + 1} hops.`,
      );
      assert.equal(pathOf(run).at(-1), `${role} ${limit + 1} refused`);
    });
  }

  it('limits of devs.yaml hold', async () => {
    const run = await ScriptedRun.create(
      playRoles({ planner: () => decide('coder') }),
      roleConfig({ limits: { plannerToCoder: 2 } }),
    );

    await run.run();

    assert.deepEqual(pathOf(run), ['coder 1 answered', 'coder 2 answered', 'coder 3 refused']);
  });

  it('a run goes on with other tasks where pauses do not stop it', async () => {
    const config = roleConfig();
    const [stuck] = config.tasks;
    const other = taskOf({ id: 'other', verify: 'true' });
    const run = await ScriptedRun.create(
      (call, request) =>
        request.taskId === 'fix' ? ASSESSING()(call, request) : { edits: { 'src/b.js': 'b' } },
      { ...config, onPause: 'continue', tasks: [...(stuck ? [stuck] : []), other] },
    );
    run.verification = () => ({ end: { kind: 'exit', code: run.files.has('src/b.js') ? 0 : 1 } });

    await run.run();

    assert.equal(run.store.getTask('fix')?.status, 'aborted_stuck');
    assert.equal(run.store.getTask('other')?.status, 'done');
  });

  it('is counted over the turns of a strategy, and begins anew with the next', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        // Two hops to the coder, then the turn is called done.
        planner: (n) => (n % 3 === 0 ? decide('done') : decide('coder', { plan: ['try'] })),
        coder: () => ({ reply: 'tried' }),
      }),
      roleConfig({ limits: limitsOf({ plannerToCoder: 3 }) }),
    );

    await run.run();

    // Hops 1 and 2, then 3 and 4: the fourth is one too many.
    assert.equal(run.store.listTurns('fix').length, 2);
    assert.deepEqual(pathOf(run), ['coder 3 answered', 'coder 4 refused']);
    assert.deepEqual(hopsOf(run).at(-1)?.sameAs, ['1/1', '1/2', '1']);
  });

  it('the planner sees how near each edge is to its limit', async () => {
    const run = await ScriptedRun.create(ASSESSING(), roleConfig());

    await run.run();

    const prompts = promptsTo('planner', run);
    assert.ok(prompts[0]?.includes('planner→researcher: 0 of 5, planner→coder: 0 of 5'));
    assert.ok(prompts.at(-1)?.includes('planner→researcher: 5 of 5'));
  });
});
