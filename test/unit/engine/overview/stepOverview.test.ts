import assert from 'node:assert/strict';
import type { LeaseHolder } from '../../../../src/model/workspace/leaseHolder';
import type { TaskOverview } from '../../../../src/model/overview/overview';
import type { RunningSteps } from '../../../../src/model/steps/step';
import { EventJournal } from '../../../../src/engine/state/eventJournal';
import { buildOverview } from '../../../../src/engine/overview/buildOverview';
import { recoverInterrupted } from '../../../../src/engine/run/taskRegistry';
import type { Store } from '../../../../src/ports/store';
import { createMemoryStore } from '../../../support/memoryStore';
import { configOf, steppingClock, taskOf } from '../../../support/scriptedRun';
import { TURN_END, turnStart } from '../../platform/state/database/samples';

const HOLDER: LeaseHolder = { pid: 1, who: 'terminal', host: 'mill', since: '2026-01-01' };
const STEPS: RunningSteps = {
  ...{ turn: 1, agent: 'claude', count: 11 },
  suspicion: {
    ...{ step: 11, level: 'suspect', detector: 'repeated call', evidence: [8, 11] },
    ...{ count: 2, limit: 3, message: 'the same call gave the same result 2 times in a row' },
  },
};

describe('what the agent of a running turn does, in the overview', () => {
  let store: Store;
  const config = configOf({
    tasks: [taskOf({ id: 'a' }), taskOf({ id: 'part', parent: 'a' })],
  });

  beforeEach(async () => {
    store = await createMemoryStore();
    store.upsertTask('a', 'A');
    store.upsertTask('part', 'Part');
    store.setRunStatus('RUNNING');
  });
  afterEach(() => store.close());

  const tasks = (holder?: LeaseHolder): readonly TaskOverview[] =>
    buildOverview({ config: { kind: 'ok', config }, store, holder }).tasks;

  it('is shown with the task that the turn runs on, not with the one that it counts on', () => {
    store.startTurn({ ...turnStart('a', 1), taskId: 'part' });
    store.putRunningSteps('a-1', STEPS);
    assert.deepEqual(
      tasks(HOLDER).map(({ steps }) => steps),
      [undefined, STEPS],
    );
  });

  it('of an ended turn shows the newest steps that prove its loop, and whether it can be replayed', () => {
    const steps = Array.from({ length: 12 }, (_, index) => {
      return { number: index + 3, tool: 'Bash', call: 'npm test', result: '1 failing' };
    });
    const loop = { detector: 'repeated call', message: 'the same', hops: [], steps } as const;
    store.startTurn(turnStart('a', 1));
    store.endTurn('a-1', { ...TURN_END, inTurnLoop: loop });
    store.startTurn(turnStart('a', 2));
    store.endTurn('a-2', { ...TURN_END, transcript: '' });
    const shown = (given = config): unknown =>
      buildOverview({
        ...{ config: { kind: 'ok', config: given }, store, holder: HOLDER },
      }).tasks[0]?.turns.map(({ proof, replay }) => [proof, replay]);
    const proof = { newest: steps.slice(-8), count: 12 };
    const watched = {
      ...config,
      agents: { claude: { type: 'command', command: ['claude'], steps: 'claude' } },
    } as unknown as typeof config;
    assert.deepEqual(shown(watched), [
      [proof, true],
      [undefined, undefined],
    ]);
    // Nobody's events are read: there would be nothing to see.
    assert.deepEqual(shown(), [
      [proof, undefined],
      [undefined, undefined],
    ]);
  });

  it('names the loop that ended its last counted turn while the task goes on, with its stage', () => {
    const loop = { detector: 'repeated call', message: 'The same.', hops: [] } as const;
    const end = { ...TURN_END, outcome: 'no_progress', consequence: 'none' } as const;
    store.startTurn(turnStart('a', 1));
    store.endTurn('a-1', { ...end, inTurnLoop: { ...loop, stage: 1, told: true } });
    store.startTurn(turnStart('a', 2));
    const lastLoops = (): unknown => tasks(HOLDER).map(({ lastLoop }) => lastLoop);
    const told = 'Turn 1: Stopped for a loop (1 of 2): The same. The next prompt tells the agent.';
    assert.deepEqual(lastLoops(), [told, undefined]);
    store.endTurn('a-2', { ...end, inTurnLoop: { ...loop, stage: 2 } });
    const failed = 'Turn 2: Stopped for a loop (2 of 2): The same. The strategy has failed.';
    assert.deepEqual(lastLoops(), [failed, undefined]);
    store.updateTask('a', { turnsBefore: 2 });
    assert.deepEqual(lastLoops(), [undefined, undefined]);
  });

  it('is shown no more once its runner is gone, and nothing of it is left for the next one', () => {
    store.startTurn(turnStart('a', 1));
    store.putRunningSteps('a-1', STEPS);
    assert.deepEqual(tasks(HOLDER)[0]?.steps, STEPS);
    assert.equal(tasks()[0]?.steps, undefined);
    const clock = steppingClock();
    const journal = new EventJournal(store, clock, () => undefined);
    recoverInterrupted({ store, journal, clock }, config);
    assert.equal(store.getRunningSteps('a-1'), undefined);
    assert.equal(tasks(HOLDER)[0]?.steps, undefined);
  });
});
