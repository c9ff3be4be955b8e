import assert from 'node:assert/strict';
import type { LeaseHolder } from '../../../../src/model/workspace/leaseHolder';
import type { Command } from '../../../../src/model/task/task';
import { buildOverview } from '../../../../src/engine/overview/buildOverview';
import { configOf, PASSED, ScriptedRun, taskOf } from '../../../support/scriptedRun';
import { eventOf } from '../../../support/sampleEvents';

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
    const sources = { config: { kind: 'ok', config }, store } as const;
    const overview = buildOverview({ ...sources, holder: HOLDER });
    assert.equal(overview.run, 'RUNNING');
    assert.equal(overview.tasks[0]?.status, 'in_progress');
    assert.equal(overview.tasks[0].turns[0]?.outcome, 'running');
  });

  it('shows how a landing stands only while somebody runs', async () => {
    const { store, config } = await killedInTheMiddle();
    const sources = { config: { kind: 'ok', config }, store } as const;
    const id = config.tasks[0]?.id ?? '';
    const landing = (holder?: LeaseHolder) =>
      buildOverview({ ...sources, holder }).tasks[0]?.landing;
    store.updateTask(id, { landing: { kind: 'waits', after: ['other', 'removed'] } });
    const after = { id: 'removed', title: 'removed' };
    assert.deepEqual(landing(HOLDER), { kind: 'waits', place: 3, after });
    assert.equal(landing(), undefined);
    store.updateTask(id, { landing: { kind: 'verifies' } });
    assert.deepEqual(landing(HOLDER), { kind: 'verifies' });
  });

  it('shows nothing at work once the holder is gone', async () => {
    const { store, config } = await killedInTheMiddle();
    const sources = { config: { kind: 'ok', config }, store } as const;
    const overview = buildOverview({ ...sources, holder: undefined });
    assert.equal(overview.run, 'IDLE');
    assert.equal(overview.tasks[0]?.status, 'pending');
    assert.equal(overview.tasks[0].turns[0]?.outcome, 'interrupted');
  });

  it('shows nothing at work while the next holder puts right what a killed one left', async () => {
    const { store, config } = await killedInTheMiddle();
    const sources = { config: { kind: 'ok', config }, store } as const;
    const next = { ...HOLDER, pid: 2, since: '2026-01-02T00:00:00.000Z' };
    const overview = buildOverview({ ...sources, holder: next });
    assert.equal(overview.run, 'IDLE');
    assert.equal(overview.tasks[0]?.status, 'pending');
  });

  it('shows a loop over attempts although a later turn fails as an earlier one did', async () => {
    const { store, config } = await killedInTheMiddle();
    const at = '2026-01-01T09:00:00.000Z';
    store.addAttempt({
      ...{ taskId: 'fix', at, status: 'in_progress', blockers: [], completedWork: [] },
      ...{ sessionId: 'session_1', counted: true, progress: false, definition: '', agent: 'a' },
    });
    const loop = {
      ...{ taskId: 'fix', loopType: 'no_progress_repeat', level: 'suspect', tasks: ['fix'] },
      evidence: store.listAttempts({}),
    };
    store.addEvent(eventOf('loop_detected', loop, { taskId: 'fix', at }));
    const repeated = { level: 'suspect', detector: 'repeated failure', evidence: [1, 2] };
    store.addEvent(eventOf('loop_detected', repeated, { taskId: 'fix', at }));
    const sources = { config: { kind: 'ok', config }, store } as const;
    const [task] = buildOverview({ ...sources, holder: HOLDER }).tasks;
    assert.equal(task?.loop?.loopType, 'no_progress_repeat');
  });

  it('tells the own turns of tasks that count together from the turns of all of them', async () => {
    const tasks = [
      ...[taskOf(), taskOf({ id: 'cents', parent: 'fix' }), taskOf({ id: 'sum', parent: 'fix' })],
      taskOf({ id: 'alone' }),
    ];
    const config = configOf({ tasks });
    const run = await ScriptedRun.create(
      (call) =>
        call === 1 ? { reply: 'a' } : { verify: { end: PASSED }, edits: { a: `${call}` } },
      config,
    );
    await run.run();
    const built = buildOverview({
      ...{ config: { kind: 'ok', config }, store: run.store, holder: undefined },
    });
    assert.deepEqual(
      built.tasks.map(({ id, turnCount, family }) => [id, turnCount, family]),
      [
        ['fix', 4, { countsOn: 'fix', ownTurns: 1 }],
        ['cents', 4, { countsOn: 'fix', ownTurns: 2 }],
        ['sum', 4, { countsOn: 'fix', ownTurns: 1 }],
        ['alone', 1, undefined],
      ],
    );
  });

  it('has the command of the file as one text, and none where there is none', async () => {
    const { store, config } = await killedInTheMiddle();
    const verifyOf = (verify: Command | undefined): string | undefined =>
      buildOverview({
        ...{ config: { kind: 'ok', config: { ...config, verify } }, store, holder: undefined },
      }).verify;
    assert.equal(verifyOf(['npm', 'test']), 'npm test');
    assert.equal(verifyOf('npm test && lint'), 'npm test && lint');
    assert.equal(verifyOf(undefined), undefined);
  });

  it('says for what a task waits and what can be done with each', async () => {
    const config = configOf({
      tasks: [taskOf({ title: 'Total of the cart' }), taskOf({ id: 'late', dependsOn: ['fix'] })],
    });
    const run = await ScriptedRun.create(() => ({ reply: 'same' }), config);
    await run.run();
    const overview = buildOverview({
      config: { kind: 'ok', config },
      store: run.store,
      holder: undefined,
    });
    const [fix, late] = overview.tasks;
    assert.deepEqual(fix?.interventions, ['skip', 'resume', 'notALoop', 'rewind']);
    assert.equal(fix.report?.failureCount, 3);
    assert.equal(fix.runnable, false);
    assert.equal(late?.statusReason, 'waits for Total of the cart');
    assert.equal(late.runnable, false);
    assert.equal(overview.run, 'PAUSED');
  });
});
