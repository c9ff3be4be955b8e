import assert from 'node:assert/strict';
import { hasEnded, type TurnEnd } from '../../../../src/model/turn/turn';
import { otherCalls, sameCalls, watched } from '../../../support/agentSteps';
import { decide, pathOf, playRoles, roleConfig } from '../../../support/roleScripts';
import { limitsOf, ScriptedRun } from '../../../support/scriptedRun';
import { askingConfig } from '../requests/askingRun';

function firstTurn({ store }: ScriptedRun): TurnEnd {
  const [turn] = store.listTurns('fix').filter(hasEnded);
  return turn ?? assert.fail('no turn has ended');
}

const DONE = { kind: 'exit', code: 0 } as const;

describe('a role that goes round in circles', () => {
  const config = watched(roleConfig({ limits: { maxPivots: 0, maxTurns: 1 } }));

  it('ends the turn of all roles; the hop in which it did proves it', async () => {
    const script = playRoles({
      planner: (n) => decide(n === 1 ? 'researcher' : 'coder', { plan: ['fix it'], query: 'why?' }),
      researcher: () => ({ reply: 'because', steps: otherCalls(5) }),
      coder: () => ({ reply: 'DONE: it.', edits: { fix: '1' }, steps: sameCalls(9) }),
    });
    const run = await ScriptedRun.create(script, config);
    run.verification = () => ({ end: DONE, output: 'ok' });
    await run.run();
    const turn = firstTurn(run);
    assert.deepEqual(
      run.requests.map(({ role }) => role),
      ['planner', 'researcher', 'planner', 'coder'],
    );
    assert.deepEqual(pathOf(run), ['researcher 1 answered', 'coder 1 failed']);
    assert.match(turn.hops?.[1]?.answer ?? '', /^ended by Devs: it was in a loop/);
    assert.deepEqual([turn.inTurnLoop?.detector, turn.inTurnLoop?.hops], ['repeated call', [2]]);
    assert.equal(turn.inTurnLoop?.steps?.length, 3);
    // The verification passed, but it is not done.
    assert.deepEqual([turn.outcome, turn.consequence], ['no_progress', 'none']);
    assert.equal(turn.agentEnd.kind, 'stopped');
    assert.equal(turn.strategy, 'fix it');
  });

  it('may be the planner itself, outside of any hop', async () => {
    const script = playRoles({ planner: () => ({ reply: 'hm', steps: sameCalls(3) }) });
    const run = await ScriptedRun.create(script, config);
    await run.run();
    const turn = firstTurn(run);
    assert.deepEqual([turn.inTurnLoop?.detector, turn.inTurnLoop?.hops], ['repeated call', []]);
    assert.deepEqual([turn.outcome, turn.consequence], ['no_progress', 'none']);
    assert.equal(run.requests.length, 1);
  });

  it('is looked at anew in each call', async () => {
    const script = playRoles({
      planner: (n) => decide(n < 4 ? 'coder' : 'snitch', { plan: [`part ${n}`] }),
      coder: (n) => ({ reply: `did ${n}`, edits: { fix: `${n}` }, steps: sameCalls(2) }),
    });
    const run = await ScriptedRun.create(script, config);
    await run.run();
    assert.equal(firstTurn(run).inTurnLoop, undefined);
    assert.equal(run.requests.filter(({ role }) => role === 'coder').length, 3);
  });
});

describe('an agent that is asked and goes round in circles', () => {
  it('ends the turn of the one that asked it; the request proves it', async () => {
    const config = watched(askingConfig({ limits: limitsOf({ maxTurns: 1 }) }));
    const run = await ScriptedRun.create(
      (_, { definition }) =>
        definition.name === 'security'
          ? { reply: 'let me see', steps: sameCalls(3) }
          : { reply: 'DONE: all.\nASK security: Is the login safe?', edits: { draft: '1' } },
      config,
    );
    run.verification = () => ({ end: DONE, output: 'ok' });
    await run.run();
    const turn = firstTurn(run);
    assert.deepEqual(
      run.requests.map(({ definition }) => definition.name),
      ['backend', 'security'],
    );
    assert.deepEqual([turn.inTurnLoop?.detector, turn.inTurnLoop?.hops], ['repeated call', [1]]);
    assert.equal(turn.hops?.[0]?.outcome, 'failed');
    assert.deepEqual([turn.agentEnd.kind, turn.outcome], ['stopped', 'no_progress']);
    assert.equal(turn.entropyAfter, 1);
  });
});

describe('what a running agent does', () => {
  it('is told with its turn, and is gone from the state when the call is over', async () => {
    let seen: unknown;
    const config = watched(roleConfig({ limits: { maxPivots: 0 } }));
    const script = playRoles({
      planner: (n) => decide(n === 1 ? 'coder' : 'done', { plan: ['fix it'] }),
      coder: () => ({
        ...{ reply: 'did it', edits: { fix: '1' }, steps: otherCalls(2) },
        during: () => {
          const [turn] = run.store.listRunningTurns();
          seen = run.store.getRunningSteps(turn?.id ?? '');
        },
      }),
    });
    const run = await ScriptedRun.create(script, config);
    run.verification = () => {
      const [turn] = run.store.listRunningTurns();
      assert.equal(run.store.getRunningSteps(turn?.id ?? ''), undefined);
      return { end: DONE };
    };
    await run.run();
    const recent = [1, 2].map((number) => ({
      ...{ number, tool: 'Read', call: `src/part${number - 1}.ts` },
    }));
    assert.deepEqual(seen, { turn: 1, agent: 'scripted', count: 2, recent });
    const told = run.phases.filter((phase) => phase.phase === 'step');
    assert.deepEqual(told.at(-1)?.steps, seen);
    assert.equal(run.verifications, 1);
  });
});
