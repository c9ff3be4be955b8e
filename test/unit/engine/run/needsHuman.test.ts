import assert from 'node:assert/strict';
import { needsHuman } from '../../../../src/model/task/taskStatus';
import {
  configOf,
  FAILED,
  limitsOf,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';
import { play, tasks } from '../attempts/attemptRuns';

const LOGIN = 'Error: 401 Unauthorized. Please run /login';
const NO_LOGIN: ScriptedTurn = { end: FAILED, errorTail: LOGIN };

interface Told {
  readonly event: string;
  readonly taskId: string | undefined;
  readonly reason: unknown;
}

/** What says that a task needs a human, in order: each change to such a status, and each gate. */
function told(run: ScriptedRun): readonly Told[] {
  return run.events.flatMap((event): readonly Told[] => {
    const { event: name, taskId } = event;
    if (name === 'gate_triggered') return [{ event: name, taskId, reason: event.data.reason }];
    if (name !== 'task_status_changed' || !needsHuman(event.data.to)) return [];
    return [{ event: name, taskId, reason: event.data.to }];
  });
}

const blocked = (taskId: string, reason: string): readonly Told[] => [
  { event: 'task_status_changed', taskId, reason: 'blocked' },
  { event: 'gate_triggered', taskId, reason },
];

describe('an event for everything that needs a human', () => {
  it('is there when an external failure blocks a task, after the end of its turn', async () => {
    const run = await ScriptedRun.create(() => NO_LOGIN);
    await run.run();
    assert.deepEqual(told(run), blocked('fix', 'BLOCKED'));
    const names = run.events.map(({ event }) => event);
    assert.ok(names.lastIndexOf('turn_ended') < names.indexOf('gate_triggered'));
    const [gate] = run.store.listEventsNamed(['gate_triggered']);
    assert.equal(gate?.data.trigger_reason, run.store.getTask('fix')?.statusReason);
  });

  it('is there when only a human can remove what blocks a task', async () => {
    const run = await ScriptedRun.create(() => ({ reply: 'BLOCKED: missing auth token' }));
    await run.run();
    assert.deepEqual(told(run), blocked('fix', 'BLOCKED'));
  });

  it('is there when recovery escalates', async () => {
    const critic = { reply: 'BLOCKED: critic:design_system unavailable' };
    const run = await play('a', () => critic, tasks(['a', 'b', 'c', 'd', 'e', 'f']));
    await run.run();
    assert.deepEqual(told(run), blocked('a', 'ESCALATED'));
  });

  it('names the subtask, with the history of the task that its turns count on', async () => {
    const config = configOf({
      tasks: [taskOf({ id: 'all' }), taskOf({ id: 'part', parent: 'all' })],
      limits: limitsOf({ loopThreshold: 100 }),
    });
    const run = await ScriptedRun.create((call) => (call === 1 ? {} : NO_LOGIN), config);
    await run.run();
    assert.deepEqual(told(run), blocked('part', 'BLOCKED'));
    const [gate] = run.store.listEventsNamed(['gate_triggered']);
    assert.deepEqual([gate?.data.loop_count, gate?.data.turn], [1, 1]);
  });

  it('is there once for a pause', async () => {
    const run = await ScriptedRun.create(() => ({ reply: 'STRATEGY: the same' }));
    await run.run();
    assert.deepEqual(told(run), [
      { event: 'task_status_changed', taskId: 'fix', reason: 'PAUSED_FOR_INTERVENTION' },
      { event: 'gate_triggered', taskId: 'fix', reason: 'MAX_PIVOTS_EXCEEDED' },
    ]);
  });
});
