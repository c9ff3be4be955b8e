import assert from 'node:assert/strict';
import { buildOverview } from '../../../src/orchestration/overview';
import { configOf, limitsOf, ScriptedRun, taskOf } from '../../support/scriptedRun';

const HOLDER = {
  pid: 1,
  who: 'terminal',
  host: 'here',
  since: '2026-01-01T00:00:00.000Z',
} as const;

async function killedInTheMiddle(): Promise<ScriptedRun> {
  const run = await ScriptedRun.create(() => ({
    during: () => {
      throw new Error('killed');
    },
  }));
  const endTurn = run.store.endTurn.bind(run.store);
  run.store.endTurn = () => {
    throw new Error('killed');
  };
  await assert.rejects(run.run(), /killed/);
  run.store.endTurn = endTurn;
  return run;
}

describe('the overview', () => {
  it('shows a turn and its task at work while somebody runs', async () => {
    const { store, config } = await killedInTheMiddle();
    const sources = { config: { kind: 'ok', config }, store, fallbackLimits: limitsOf() } as const;
    const overview = buildOverview({ ...sources, holder: HOLDER });
    assert.equal(overview.run, 'RUNNING');
    assert.equal(overview.tasks[0]?.status, 'in_progress');
    assert.equal(overview.tasks[0].turns[0]?.outcome, 'running');
  });

  it('shows nothing at work once the holder is gone', async () => {
    const { store, config } = await killedInTheMiddle();
    const sources = { config: { kind: 'ok', config }, store, fallbackLimits: limitsOf() } as const;
    const overview = buildOverview({ ...sources, holder: undefined });
    assert.equal(overview.run, 'IDLE');
    assert.equal(overview.tasks[0]?.status, 'pending');
    assert.equal(overview.tasks[0].turns[0]?.outcome, 'interrupted');
  });

  it('says for what a task waits and what can be done with each', async () => {
    const config = configOf({ tasks: [taskOf(), taskOf({ id: 'late', dependsOn: ['fix'] })] });
    const run = await ScriptedRun.create(() => ({ reply: 'same' }), config);
    await run.run();
    const overview = buildOverview({
      config: { kind: 'ok', config },
      store: run.store,
      holder: undefined,
      fallbackLimits: limitsOf(),
    });
    const [fix, late] = overview.tasks;
    assert.deepEqual(fix?.interventions, ['skip', 'resume', 'notALoop', 'rewind']);
    assert.equal(fix.report?.failureCount, 3);
    assert.equal(fix.runnable, false);
    assert.equal(late?.statusReason, 'waits for fix');
    assert.equal(late.runnable, false);
    assert.equal(overview.run, 'PAUSED');
  });
});
