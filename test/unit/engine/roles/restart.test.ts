import assert from 'node:assert/strict';
import type { InterventionRequest } from '../../../../src/engine/interventions/interventionRequest';
import { hasEnded } from '../../../../src/model/turn/turn';
import { decide, pathOf, playRoles, promptsTo, roleConfig } from '../../../support/roleScripts';
import { PASSED, ScriptedRun } from '../../../support/scriptedRun';

describe('a turn with roles that is cut off', () => {
  it('a kill in the middle keeps the hops in the interrupted turn and counts nothing', async () => {
    let reached = (): void => undefined;
    const killed = new Promise<void>((resolve) => (reached = resolve));
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) => (n <= 3 ? decide('coder') : decide('done')),
        coder: (n) => ({
          reply: `part ${n}`,
          during: () => {
            if (n !== 2) return undefined;
            reached();
            // Nobody hears of it any more.
            return new Promise<void>(() => undefined);
          },
        }),
      }),
      roleConfig({ limits: { maxTurns: 1 } }),
    );
    void run.run();
    await killed;

    await run.run();

    const [turn, next] = run.store.listTurns('fix').filter(hasEnded);
    assert.equal(turn?.outcome, 'interrupted');
    assert.deepEqual(
      turn.hops?.map(({ outcome, answer, edge }) => [outcome, answer, edge?.count]),
      [
        ['answered', 'part 1', 1],
        ['running', '', 2],
      ],
    );
    assert.equal(turn.entropyAfter, 0);
    assert.equal(next?.hops?.[0]?.edge?.count, 1);
  });

  it('an agent call that throws leaves the same behind', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: () => decide('coder'),
        coder: () => ({ during: () => Promise.reject(new Error('broken')) }),
      }),
      roleConfig(),
    );

    await assert.rejects(run.run(), /broken/);

    const [turn] = run.store.listTurns('fix').filter(hasEnded);
    assert.deepEqual([turn?.outcome, turn?.hops?.length], ['interrupted', 1]);
    const task = run.store.getTask('fix');
    assert.deepEqual(
      [task?.status, task?.entropyCount, task?.roleMemory],
      ['pending', 0, undefined],
    );
  });

  it('an external failure of a role is tried again without counting', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) => (n === 1 || n === 2 ? decide('coder') : decide('done')),
        coder: (n) =>
          n === 1
            ? { end: { kind: 'exit', code: 1 }, errorTail: 'API Error: 429 Too Many Requests' }
            : { edits: { 'src/code.js': 'right' } },
      }),
      roleConfig(),
    );
    run.verification = () => ({ end: PASSED });

    await run.run();

    const turns = run.store.listTurns('fix').filter(hasEnded);
    assert.deepEqual(
      turns.map(({ outcome, external }) => [outcome, external]),
      [
        ['not_agent', 'rate_limit'],
        ['success', undefined],
      ],
    );
    assert.equal(run.waits.length, 1);
    assert.equal(turns[0]?.hops?.[0]?.outcome, 'failed');
    assert.equal(turns[1]?.hops?.[0]?.edge?.count, 1);
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('so is one that the planner only tells of', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) =>
          n <= 2 ? { reply: 'API Error: 429 rate limit exceeded' } : decide('done_partial'),
      }),
      roleConfig(),
    );

    await run.run();

    assert.equal(run.store.listTurns('fix')[0]?.outcome, 'not_agent');
    assert.equal(run.store.getTask('fix')?.status, 'done_partial');
  });

  it('so is one that a role only tells of: it is no result that is known from then on', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) =>
          n <= 2 ? decide('researcher', { query: 'Where is it?' }) : decide('done_partial'),
        researcher: (n) => ({
          reply: n === 1 ? 'API Error: 429 rate limit exceeded' : 'In src/code.js.',
        }),
      }),
      roleConfig(),
    );

    await run.run();

    const [first] = run.store.listTurns('fix').filter(hasEnded);
    assert.equal(first?.outcome, 'not_agent');
    assert.equal(first.hops?.[0]?.outcome, 'failed');
    assert.deepEqual(
      run.store.getTask('fix')?.roleMemory?.research.map(({ result }) => result),
      ['In src/code.js.'],
    );
  });

  it('an agent that cannot be started blocks the task after one more try', async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: () => decide('researcher'),
        researcher: () => ({ end: { kind: 'couldNotStart', message: 'reader: not found' } }),
      }),
      roleConfig(),
    );

    await run.run();

    assert.equal(run.store.getTask('fix')?.status, 'blocked');
    assert.match(run.store.getTask('fix')?.statusReason ?? '', /reader: not found/);
  });
});

describe('what a human does about an aborted task', () => {
  const STUBBORN = (): ReturnType<typeof playRoles> =>
    playRoles({ planner: () => decide('coder') });

  async function aborted(): Promise<ScriptedRun> {
    const run = await ScriptedRun.create(STUBBORN(), roleConfig());
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'aborted_stuck');
    return run;
  }

  it('resumed, it has its whole budget again', async () => {
    const run = await aborted();

    assert.deepEqual(run.intervene({ type: 'resume', taskId: 'fix' }).ok, true);
    await run.run();

    assert.equal(run.store.listTurns('fix').length, 2);
    assert.deepEqual(pathOf(run)[0], 'coder 1 answered');
    assert.equal(pathOf(run).at(-1), 'coder 6 refused');
    assert.equal(run.store.getTask('fix')?.status, 'aborted_stuck');
  });

  it('skip, resume and "not a loop" apply; retry does not', async () => {
    const requests: readonly InterventionRequest[] = [
      { type: 'skip', taskId: 'fix' },
      { type: 'resume', taskId: 'fix' },
      { type: 'notALoop', taskId: 'fix' },
      { type: 'retry', taskId: 'fix' },
    ];
    const answers: boolean[] = [];
    for (const request of requests) answers.push((await aborted()).intervene(request).ok);

    assert.deepEqual(answers, [true, true, true, false]);
  });

  it('a question of the planner is no loop', async () => {
    const run = await ScriptedRun.create(
      playRoles({ planner: () => decide('ask_human', { question: 'Up or down?' }) }),
      roleConfig(),
    );
    await run.run();

    assert.deepEqual(run.intervene({ type: 'notALoop', taskId: 'fix' }).ok, false);
  });

  it("the answer to a question stands with it at the head of every role's system prompt", async () => {
    const run = await ScriptedRun.create(
      playRoles({
        planner: (n) =>
          n === 1
            ? decide('ask_human', { question: 'Round up or down?' })
            : decide(n === 2 ? 'coder' : 'done'),
        coder: () => ({ edits: { 'src/code.js': 'down' } }),
      }),
      roleConfig(),
    );
    run.verification = (n) => ({ end: { kind: 'exit', code: n === 1 ? 1 : 0 } });
    await run.run();
    assert.equal(run.store.latestReport('fix')?.question, 'Round up or down?');

    run.intervene({ type: 'resume', taskId: 'fix', hint: 'Always down.' });
    await run.run();

    for (const { systemPrompt } of run.requests.slice(1)) {
      assert.match(systemPrompt, /Round up or down\?/);
      assert.match(systemPrompt, /Always down\./);
    }
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it("another agent does the coder's work and that of roles that name none", async () => {
    const run = await ScriptedRun.create(
      STUBBORN(),
      roleConfig({ roles: { coder: { agent: 'scripted', instructions: '' } } }),
    );
    await run.run();
    const before = run.requests.length;

    run.intervene({ type: 'resume', taskId: 'fix', agent: 'other' });
    await run.run();

    const agents = run.requests
      .slice(before)
      .map(({ role, definition }) => `${role} ${definition.name}`);
    assert.deepEqual([...new Set(agents)].sort(), ['coder other', 'planner other']);
    assert.equal(run.store.listTurns('fix').filter(hasEnded).at(-1)?.agent, 'other');
  });

  it('hints and instructions reach each role, its own instructions alone', async () => {
    const run = await ScriptedRun.create(
      playRoles({ planner: (n) => decide(n === 1 ? 'researcher' : 'done_partial') }),
      roleConfig({ roles: { planner: { instructions: 'Plan little.' } } }),
    );
    await run.run();

    const prompts = (role: string): readonly string[] =>
      run.requests.filter((each) => each.role === role).map((each) => each.systemPrompt);
    assert.equal(prompts('planner')[0], 'Plan little.');
    assert.equal(prompts('researcher')[0], 'Read the code.');
    assert.ok(promptsTo('researcher', run)[0]?.includes('You are the researcher for this task.'));
  });
});
