import assert from 'node:assert/strict';
import { hasEnded } from '../../../../src/model/turn/turn';
import {
  decide,
  pathOf,
  playRoles,
  promptsTo,
  roleConfig,
  ROLES,
} from '../../../support/roleScripts';
import { ScriptedRun } from '../../../support/scriptedRun';

const CYCLE =
  'Planner detected loop planner→coder→researcher→planner without progress after 6 hops.';

/** Research, code, research, code … and what came of neither. */
const CIRCLING = () =>
  playRoles({
    planner: (n) =>
      n % 2 === 1
        ? decide('researcher', { query: 'What is left to do?' })
        : decide('coder', { plan: ['do what is left'] }),
    researcher: () => ({ reply: 'nothing' }),
    coder: () => ({ reply: 'did it' }),
  });

describe('cycles over several edges', () => {
  it('end the turn and fail its strategy: a pivot, and then a pause', async () => {
    const run = await ScriptedRun.create(CIRCLING(), roleConfig({ limits: { maxPivots: 1 } }));

    await run.run();

    const turns = run.store.listTurns('fix').filter(hasEnded);
    assert.deepEqual(
      turns.map(({ consequence }) => consequence),
      ['pivot', 'pause'],
    );
    for (const turn of turns) {
      assert.equal(turn.inTurnLoop?.detector, 'edge cycle');
      assert.equal(turn.inTurnLoop.message, CYCLE);
      assert.equal(turn.exit, undefined);
      assert.ok(turn.reason.includes(CYCLE));
    }
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.equal(run.reports[0]?.reason, 'MAX_PIVOTS_EXCEEDED');
    assert.equal(run.reports[0].inTurnLoop?.message, CYCLE);
    assert.deepEqual(run.issues.size, 0);
  });

  it('are found where nothing new shows, however long the way there was', async () => {
    const run = await ScriptedRun.create(CIRCLING(), roleConfig({ limits: { maxPivots: 0 } }));

    await run.run();

    assert.deepEqual(pathOf(run), [
      'researcher 1 answered',
      // From here on nothing is new.
      'coder 1 answered',
      'researcher 1 repeated',
      'coder 2 answered',
      'researcher 2 repeated',
      'coder 3 answered',
      'researcher 3 refused',
    ]);
  });

  it('a pivot empties the memory of the roles and heads every prompt of the next turn', async () => {
    const run = await ScriptedRun.create(CIRCLING(), roleConfig({ limits: { maxPivots: 1 } }));

    await run.run();

    const [first, second] = [1, 2].map((number) =>
      run.store
        .listTurns('fix')
        .filter(hasEnded)
        .find((turn) => turn.number === number),
    );
    assert.equal(first?.hops?.[0]?.edge?.count, 1);
    assert.equal(second?.hops?.[0]?.edge?.count, 1);
    assert.equal(second.hops[0].outcome, 'answered');
    const ofSecond = run.requests.filter(({ turnId }) => turnId === second.id);
    assert.ok(ofSecond.length > 3);
    for (const { systemPrompt } of ofSecond) assert.match(systemPrompt, /^SYSTEM OVERRIDE/);
    assert.equal(run.store.getTask('fix')?.roleMemory?.strategy, 2);
  });

  it('no prompt of a pivot turn quotes what was tried before', async () => {
    const run = await ScriptedRun.create(CIRCLING(), roleConfig({ limits: { maxPivots: 1 } }));
    run.verification = () => ({ end: { kind: 'exit', code: 1 }, output: 'AssertionError: nope' });

    await run.run();

    const second = run.store.listTurns('fix')[1];
    const [prompt] = run.requests
      .filter(({ turnId, role }) => turnId === second?.id && role === 'planner')
      .map((request) => request.prompt);
    assert.ok(prompt !== undefined && !prompt.includes('AssertionError'));
    assert.ok(!prompt.includes('did it'));
  });
});

describe('limits of a turn with roles', () => {
  it('maxSteps ends the turn, which is verified and judged as any, and says so', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) =>
          decide('researcher', { query: `${'abcdefghij'[n % 10]}${n} question ${n}?` }),
        researcher: (n) => ({ reply: `answer number ${n}` }),
      }),
      roleConfig({ limits: { maxSteps: 4, maxPivots: 0, loopThreshold: 1 } }),
    );

    await run.run();

    const [turn] = run.store.listTurns('fix').filter(hasEnded);
    assert.equal(turn?.hopCount, 4);
    assert.match(
      turn.reason,
      /^the limit of 4 calls between agents in one turn \(maxSteps\) is reached\. verification failed/,
    );
    assert.equal(turn.inTurnLoop, undefined);
    assert.equal(run.verifications, 1);
  });

  it('an answer that is no decision is returned to the planner once, with what is wrong', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) =>
          n === 1
            ? { reply: '{"next": "manager", "reason": "", "plan": []}' }
            : decide('done_partial'),
      }),
      roleConfig(),
    );

    await run.run();

    assert.deepEqual(
      run.requests.map(({ call }) => call),
      ['01-planner', '02-planner'],
    );
    const again = promptsTo('planner', run)[1] ?? '';
    assert.ok(again.includes('Your last answer could not be used:'));
    assert.ok(again.includes('manager'));
    assert.equal(run.store.getTask('fix')?.status, 'done_partial');
  });

  it('malformed twice: the turn counts, is verified, and its reason says what was wrong', async () => {
    const run = await ScriptedRun.create(
      playRoles({ planner: () => ({ reply: 'I would rather not say.' }) }),
      roleConfig({ limits: { maxPivots: 0, loopThreshold: 1 } }),
    );

    await run.run();

    const [turn] = run.store.listTurns('fix').filter(hasEnded);
    assert.equal(run.requests.length, 2);
    assert.equal(run.verifications, 1);
    assert.equal(turn?.outcome, 'no_progress');
    assert.match(turn.reason, /^the planner's answer could not be used: .*JSON/);
    assert.equal(turn.entropyAfter, 1);
  });

  it('malformed twice: what it calls done is not done by its word', async () => {
    const run = await ScriptedRun.create(
      playRoles({ planner: () => ({ reply: '**DONE:** everything was there already' }) }),
      roleConfig({ unverified: true, limits: { maxTurns: 1 } }),
    );

    await run.run();

    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.equal(run.store.listTurns('fix')[0]?.outcome, 'no_progress');
  });

  it('a role that the task does not have cannot be chosen', async () => {
    const { planner, coder, onStuck } = ROLES;
    const run = await ScriptedRun.create(
      playRoles({ planner: (n) => (n === 1 ? decide('researcher') : decide('done_partial')) }),
      roleConfig({ task: { roles: { planner, coder, onStuck } } }),
    );

    await run.run();

    assert.ok(!promptsTo('planner', run)[0]?.includes('- `researcher`'));
    assert.equal(promptsTo('planner', run).length, 2);
    assert.equal(pathOf(run).length, 0);
  });

  it('minutes that are up between two hops pause the task', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: () => decide('coder'),
        coder: () => ({
          edits: { 'src/code.js': 'half' },
          during: () => run.clock.advance(61_000),
        }),
      }),
      roleConfig({ limits: { maxMinutes: 1 } }),
    );

    await run.run();

    assert.deepEqual(
      run.store.listTurns('fix').map(({ outcome }) => outcome),
      ['interrupted'],
    );
    assert.equal(run.reports[0]?.reason, 'MAX_MINUTES');
    assert.equal(run.requests.length, 2);
  });

  it('a pause after the turn does not cut it; cancelling does', async () => {
    const paused = await ScriptedRun.create(
      playRoles({
        planner: (n) => (n <= 2 ? decide('coder') : decide('done')),
        coder: (n) => (n === 1 ? { during: () => paused.loop?.pause(false) } : {}),
      }),
      roleConfig(),
    );
    assert.deepEqual(await paused.run(), { kind: 'stopped' });
    assert.deepEqual(pathOf(paused), ['coder 1 answered', 'coder 2 answered']);

    const cancelled = await ScriptedRun.create(
      playRoles({
        planner: () => decide('coder'),
        coder: () => ({ during: () => cancelled.loop?.pause(true) }),
      }),
      roleConfig(),
    );
    assert.deepEqual(await cancelled.run(), { kind: 'cancelled' });
    const [turn] = cancelled.store.listTurns('fix').filter(hasEnded);
    assert.equal(turn?.outcome, 'interrupted');
    assert.equal(turn.hops?.length, 1);
    assert.equal(cancelled.store.getTask('fix')?.roleMemory, undefined);
  });
});
