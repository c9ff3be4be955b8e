import assert from 'node:assert/strict';
import { LandingQueue } from '../../../../src/engine/landing/landingQueue';
import type { TurnPhase } from '../../../../src/ports/runObserver';
import { createMemoryStore } from '../../../support/memoryStore';

const LANDS = { kind: 'lands' } as const;
const after = (...ids: readonly string[]) => ({ kind: 'waits', after: ids }) as const;

async function openQueue(...taskIds: readonly string[]) {
  const store = await createMemoryStore();
  for (const id of taskIds) {
    store.upsertTask(id, id);
    store.updateTask(id, { status: 'in_progress' });
  }
  const phases: TurnPhase[] = [];
  const queue = new LandingQueue({ store, observer: { onPhase: (each) => phases.push(each) } });
  const ends = new Map(taskIds.map((id) => [id, new AbortController()]));
  const place = (taskId: string) =>
    queue.place({ taskId, turn: 1, signal: ends.get(taskId)?.signal as AbortSignal });
  const shown = () => taskIds.map((id) => store.getTask(id)?.landing);
  return { place, shown, end: (id: string) => ends.get(id)?.abort(), phases, store };
}

describe('the queue of landings', () => {
  it('lets one land at a time, in their order, and says what each waits for', async () => {
    const { place, shown, phases } = await openQueue('a', 'b', 'c');
    const [a, b, c] = ['a', 'b', 'c'].map(place);
    const entered: string[] = [];
    const all = [a, b, c].map((each, at) =>
      each?.enter().then(() => entered.push('abc'[at] ?? '')),
    );
    await all[0];
    assert.deepEqual(entered, ['a']);
    assert.deepEqual(shown(), [LANDS, after('a'), after('a', 'b')]);
    a?.leave();
    await all[1];
    assert.deepEqual(entered, ['a', 'b']);
    assert.deepEqual(shown(), [undefined, LANDS, after('b')]);
    b?.leave();
    await all[2];
    assert.deepEqual(
      phases.map((each) => each.phase === 'landing' && [each.taskId, each.landing]),
      [
        ['a', LANDS],
        ['b', after('a')],
        ['c', after('a', 'b')],
        ['b', LANDS],
        ['c', after('b')],
        ['c', LANDS],
      ],
    );
  });

  it('passes over a turn that is ended while it waits, and keeps one that lands', async () => {
    const { place, shown, end } = await openQueue('a', 'b', 'c');
    const [a, b, c] = ['a', 'b', 'c'].map(place);
    const waiting = [a, b, c].map((each) => each?.enter());
    end('b');
    end('a');
    assert.equal(await waiting[1], false);
    assert.deepEqual(shown(), [LANDS, undefined, after('a')]);
    a?.leave();
    a?.leave();
    assert.equal(await waiting[2], true);
  });

  it('admits no turn that is over, and is left by one that never was in it', async () => {
    const { place, shown, end } = await openQueue('a', 'b');
    end('a');
    const [a, b] = ['a', 'b'].map(place);
    assert.equal(await a?.enter(), false);
    a?.leave();
    b?.leave();
    assert.equal(await b?.enter(), true);
    assert.deepEqual(shown(), [undefined, LANDS]);
  });
});
