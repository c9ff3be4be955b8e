import assert from 'node:assert/strict';
import type { DevsEvent, EventName } from '../../../../../src/model/events/devsEvent';
import { createMemoryStore } from '../../../../support/memoryStore';
import { eventOf } from '../../../../support/sampleEvents';

describe('events of some names', () => {
  it('come oldest first, whatever their task, only the newest with a limit', async () => {
    const store = await createMemoryStore();
    const event = (second: number, name: EventName, taskId?: string): DevsEvent =>
      eventOf(name, {}, { at: `2026-01-01T00:00:0${second}.000Z`, ...(taskId && { taskId }) });
    const all = [
      event(1, 'loop_detected', 'a'),
      event(2, 'attempt_recorded', 'a'),
      event(3, 'loop_recovery', 'b'),
      event(4, 'run_started'),
      event(5, 'loop_detected', 'b'),
    ];
    for (const each of all) store.addEvent(each);
    const names = ['loop_detected', 'loop_recovery', 'run_started'] as const;
    assert.deepEqual(store.listEventsNamed(names), [all[0], all[2], all[3], all[4]]);
    assert.deepEqual(store.listEventsNamed(names, 2), [all[3], all[4]]);
    assert.deepEqual(store.listEventsNamed(['loop_recovery']), [all[2]]);
    assert.deepEqual(store.listEventsNamed(['lesson_recorded']), []);
    assert.deepEqual(store.listEventsNamed([]), []);
    assert.deepEqual(store.listEventsNamed(names, 0), []);
    store.close();
  });
});
