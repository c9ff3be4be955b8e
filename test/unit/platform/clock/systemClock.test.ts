import assert from 'node:assert/strict';
import { createClock } from '../../../../src/platform/clock/systemClock';

const HOUR = 3_600_000;

/** Waits half a minute on a machine to which `happens` after so many naps; the milliseconds that it was awake. */
async function awakeWhile(
  happens: (machine: { wall: number; elapsed: number }) => void,
  naps: number,
): Promise<number> {
  const machine = { wall: Date.parse('2026-01-01T12:00:00.000Z'), elapsed: 5_000 };
  let awake = 0;
  let slept = 0;
  const clock = createClock({
    wall: () => machine.wall,
    elapsed: () => machine.elapsed,
    delay: (ms) => {
      machine.wall += ms;
      machine.elapsed += ms;
      awake += ms;
      slept += 1;
      if (slept === naps) happens(machine);
      assert.ok(awake < HOUR, 'it waits for hours');
      return Promise.resolve();
    },
  });
  await clock.wait(30_000, new AbortController().signal);
  return awake;
}

describe('a wait of half a minute', () => {
  it('lasts that long', async () => {
    assert.equal(await awakeWhile(() => undefined, 1), 30_000);
  });

  it('lasts no longer where somebody sets the time back by hours', async () => {
    assert.equal(await awakeWhile((machine) => void (machine.wall -= 3 * HOUR), 1), 30_000);
  });

  it('is over when a machine wakes up that slept for longer', async () => {
    assert.equal(await awakeWhile((machine) => void (machine.wall += 3 * HOUR), 1), 15_000);
  });

  it('ends when it is aborted', async () => {
    const abort = new AbortController();
    const clock = createClock({
      ...{ wall: () => 0, elapsed: () => 0 },
      delay: () => {
        abort.abort();
        return Promise.resolve();
      },
    });
    await clock.wait(30_000, abort.signal);
  });
});
