import assert from 'node:assert/strict';
import type { LeaseHolder } from '../../../src/domain/lease';
import type { TaskOverview } from '../../../src/domain/overview';
import type { RunningSteps } from '../../../src/domain/step';
import { EventJournal } from '../../../src/orchestration/eventJournal';
import { buildOverview } from '../../../src/orchestration/overview';
import { recoverInterrupted } from '../../../src/orchestration/taskRegistry';
import type { Store } from '../../../src/ports/store';
import { createMemoryStore } from '../../support/memoryStore';
import { configOf, limitsOf, steppingClock, taskOf } from '../../support/scriptedRun';
import { turnStart } from '../store/samples';

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
    buildOverview({ config: { kind: 'ok', config }, store, holder, fallbackLimits: limitsOf() })
      .tasks;

  it('is shown with the task that the turn runs on, not with the one that it counts on', () => {
    store.startTurn({ ...turnStart('a', 1), taskId: 'part' });
    store.putRunningSteps('a-1', STEPS);
    assert.deepEqual(
      tasks(HOLDER).map(({ steps }) => steps),
      [undefined, STEPS],
    );
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
