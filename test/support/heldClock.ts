import type { Clock } from '../../src/ports/clock';

/** A clock that stands still until it is told to go on; who waits then wakes up when it is time. */
export function heldClock(): Clock & { pass(ms: number): Promise<void> } {
  let time = Date.parse('2026-01-01T00:00:00.000Z');
  let ids = 0;
  let sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  return {
    now: () => new Date(time),
    elapsed: () => time,
    newId: () => `id-${(ids += 1)}`,
    wait: (ms, signal) =>
      new Promise((wake) => {
        if (signal.aborted) wake();
        else sleepers.push({ until: time + ms, wake });
        signal.addEventListener('abort', () => wake(), { once: true });
      }),
    async pass(ms) {
      time += ms;
      const due = sleepers.filter(({ until }) => until <= time);
      sleepers = sleepers.filter((sleeper) => !due.includes(sleeper));
      for (const { wake } of due) wake();
      // What they do next is done.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
