import assert from 'node:assert/strict';
import type { LoopPolicy } from '../../../../src/model/task/attempt';
import type { DevsConfig } from '../../../../src/model/config/config';
import type { DevsEvent } from '../../../../src/model/events/devsEvent';
import { LoopDetector } from '../../../../src/engine/attempts/loopDetector';
import { EventJournal } from '../../../../src/engine/state/eventJournal';
import { nextTask } from '../../../../src/engine/scheduling/nextTask';
import { syncTasks } from '../../../../src/engine/run/taskRegistry';
import type { Store } from '../../../../src/ports/store';
import { createMemoryStore } from '../../../support/memoryStore';
import { configOf, steppingClock, taskOf } from '../../../support/scriptedRun';
import { named } from '../../../support/sampleEvents';

const CONFIG: DevsConfig = configOf({
  tasks: ['T3.4.2', 'T3.4.3', 'T7.1.2'].map((id) => taskOf({ id, title: id })),
});

interface Detector {
  readonly loopDetector: LoopDetector;
  readonly store: Store;
  readonly events: readonly DevsEvent[];
}

async function detectorOf(policy: Partial<LoopPolicy> = {}): Promise<Detector> {
  const store = await createMemoryStore();
  syncTasks(store, CONFIG);
  const clock = steppingClock();
  const events: DevsEvent[] = [];
  const journal = new EventJournal(store, clock, (event) => events.push(event));
  const loopDetector = new LoopDetector({ store, clock, journal, config: CONFIG }, policy);
  return { loopDetector, store, events };
}

describe('loop detection and recovery, as the loop-recovery decision tests it', () => {
  it('Test 1: Completed Task Revisit', async () => {
    const { loopDetector } = await detectorOf();
    for (let i = 0; i < 4; i += 1) {
      loopDetector.recordAttempt({
        taskId: 'T3.4.2',
        status: 'done',
        blockers: [],
        completedWork: ['Implemented dashboard.tsx'],
        sessionId: `session_${i}`,
      });
    }
    const result = loopDetector.detectLoop('T3.4.2');
    assert.ok(result.isLooping);
    assert.equal(result.loopType, 'completed_task_revisit');
    assert.equal(result.recommendation, 'force_next');
    assert.equal(result.attemptCount, 4);
  });

  it('Test 2: Blocked Task Spin', async () => {
    const { loopDetector } = await detectorOf();
    for (let i = 0; i < 3; i += 1) {
      loopDetector.recordAttempt({
        taskId: 'T3.4.3',
        status: 'blocked',
        blockers: ['critic:design_system unavailable'],
        completedWork: [],
        sessionId: `session_${i}`,
      });
    }
    const result = loopDetector.detectLoop('T3.4.3');
    assert.ok(result.isLooping);
    assert.equal(result.loopType, 'blocked_task_spin');
    assert.equal(result.recommendation, 'unblock_authority');
    assert.deepEqual(result.blockers, ['critic:design_system unavailable']);
  });

  it('Test 3: No Progress Repeat', async () => {
    const { loopDetector } = await detectorOf();
    for (let i = 0; i < 5; i += 1) {
      loopDetector.recordAttempt({
        taskId: 'T7.1.2',
        status: 'in_progress',
        blockers: [],
        completedWork: ['Read file A', 'Parse config'],
        sessionId: `session_${i}`,
      });
    }
    const result = loopDetector.detectLoop('T7.1.2');
    assert.ok(result.isLooping);
    assert.equal(result.loopType, 'no_progress_repeat');
    assert.equal(result.recommendation, 'force_next');
    assert.equal(result.attemptCount, 5);
  });

  it('After Loop Detection: attempt 4 forces the next task, with a fresh start', async () => {
    const { loopDetector, store, events } = await detectorOf();
    for (const narration of ['Checking', 'Verifying', 'Running final checks']) {
      assert.equal(loopDetector.detectLoop('T3.4.2').isLooping, false, narration);
      loopDetector.recordAttempt({
        taskId: 'T3.4.2',
        status: 'done',
        blockers: [],
        completedWork: [],
      });
    }
    assert.equal(nextTask(CONFIG, store, undefined)?.id, 'T3.4.2');
    const applied = loopDetector.applyRecovery(loopDetector.detectLoop('T3.4.2'));
    assert.deepEqual(applied, { loopRecoveryApplied: true, action: 'force_next' });
    assert.equal(nextTask(CONFIG, store, undefined)?.id, 'T3.4.3');
    assert.deepEqual(loopDetector.detectLoop('T3.4.3'), {
      isLooping: false,
      taskId: 'T3.4.3',
      attemptCount: 0,
    });
    assert.deepEqual(
      events.map(({ event }) => event).filter((event) => event.startsWith('loop_')),
      ['loop_detected', 'loop_recovery'],
    );
  });

  it('Evidence Preservation: timestamps, status, blockers and sessions of each attempt, for audit', async () => {
    const { loopDetector, store, events } = await detectorOf();
    for (let i = 0; i < 3; i += 1) {
      loopDetector.recordAttempt({
        taskId: 'T3.4.3',
        status: 'blocked',
        blockers: ['no generator'],
        completedWork: [],
        sessionId: `session_${i}`,
      });
    }
    loopDetector.applyRecovery(loopDetector.detectLoop('T3.4.3'));
    const [entry] = store.listContextEntries({ taskId: 'T3.4.3' });
    const attempts = store.listAttempts({ taskId: 'T3.4.3' });
    for (const proof of [entry?.loop?.evidence, named(events, 'loop_detected')[0]?.data.evidence]) {
      assert.deepEqual(
        (proof as typeof attempts).map(({ at, status, blockers, sessionId }) => [
          at,
          status,
          blockers,
          sessionId,
        ]),
        attempts.map(({ at, status, blockers, sessionId }) => [at, status, blockers, sessionId]),
      );
    }
    assert.equal(entry?.topic, 'unblock_authority');
  });

  it('getStatus: attempts and the time of the last one, by task', async () => {
    const { loopDetector, store } = await detectorOf();
    for (let i = 0; i < 2; i += 1) {
      loopDetector.recordAttempt({
        taskId: 'T3.4.2',
        status: 'in_progress',
        blockers: [],
        completedWork: [`${i}`],
      });
    }
    const lastAttempt = Date.parse(store.listAttempts({}).at(-1)?.at ?? '');
    assert.deepEqual(loopDetector.getStatus(), { 'T3.4.2': { attemptCount: 2, lastAttempt } });
  });

  it('Escalation Fallback: without enableAutoUnblock a human is asked, and the task is blocked', async () => {
    const { loopDetector, store } = await detectorOf({ enableAutoUnblock: false });
    for (let i = 0; i < 3; i += 1) {
      loopDetector.recordAttempt({
        taskId: 'T3.4.3',
        status: 'blocked',
        blockers: ['no generator'],
        completedWork: [],
      });
    }
    const applied = loopDetector.applyRecovery(loopDetector.detectLoop('T3.4.3'));
    assert.deepEqual(applied, { loopRecoveryApplied: true, action: 'escalate' });
    assert.equal(store.getTask('T3.4.3')?.status, 'blocked');
  });
});
