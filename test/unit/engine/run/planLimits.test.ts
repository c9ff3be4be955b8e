import assert from 'node:assert/strict';
import { createClock } from '../../../../src/platform/clock/systemClock';
import type { Clock } from '../../../../src/ports/clock';
import { LIMIT_NOTICES, shownNotice, TOLERANCE } from '../../../support/limitNotices';
import { createKeptStore } from '../../../support/memoryStore';
import {
  configOf,
  FAILED,
  limitsOf,
  PASSED,
  ScriptedRun,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CONFIG = configOf({ limits: limitsOf({ maxWait: 8_760 }) });
const GOOD: ScriptedTurn = { edits: { 'src/code.js': 'good' }, verify: { end: PASSED } };

let empty: Uint8Array = new Uint8Array();

function machineAt(time: number): Machine {
  return new Machine(time, empty);
}

/** A machine that runs Devs, may kill it and may sleep; its time passes only while Devs waits. */
class Machine {
  private elapsed = 0;
  /** When each call of the agent happened. */
  readonly calls: number[] = [];

  constructor(
    public wall: number,
    private bytes: Uint8Array,
  ) {}

  /**
   * Runs Devs over what earlier runs stored, whose agent meets the limit in its first call. Resolves with whether the
   * run came to its end: at `killAt` it is killed. `sleeps`: how long the machine sleeps at each look at the time.
   */
  async run(
    notice: ScriptedTurn,
    { killAt = Infinity, sleeps = () => 0 }: { killAt?: number; sleeps?: () => number } = {},
  ): Promise<'ended' | 'killed'> {
    const kept = await createKeptStore(this.bytes);
    const run = await ScriptedRun.create(
      () => ({
        ...(this.calls.length === 0 ? notice : GOOD),
        during: () => void this.calls.push(this.wall),
      }),
      CONFIG,
      kept.store,
    );
    const killed = new Promise<'killed'>((resolve) => {
      Object.assign(run.clock, this.clock({ killAt, sleeps, kill: () => resolve('killed') }));
    });
    const end = await Promise.race([run.run().then(() => 'ended' as const), killed]);
    this.bytes = kept.bytes();
    return end;
  }

  private clock({
    killAt,
    sleeps,
    kill,
  }: {
    readonly killAt: number;
    readonly sleeps: () => number;
    readonly kill: () => void;
  }): Clock {
    let ids = 0;
    const started = this.wall;
    return {
      ...createClock({
        wall: () => this.wall,
        elapsed: () => this.elapsed,
        delay: async (ms) => {
          if (this.wall >= killAt) {
            kill();
            // A killed process does nothing more.
            await new Promise(() => undefined);
          }
          this.elapsed += ms;
          this.wall += ms + sleeps();
          await Promise.resolve();
        },
      }),
      newId: () => `id-${started}-${(ids += 1)}`,
    };
  }
}

function meets(text: string): ScriptedTurn {
  return { end: FAILED, errorTail: text };
}

describe('a limit of a plan', () => {
  before(async () => {
    const kept = await createKeptStore();
    kept.store.close();
    empty = kept.bytes();
  });

  for (const { agent, text, seen, until } of LIMIT_NOTICES) {
    if (until === undefined) continue;
    it(`is waited out to its minute, however often Devs is killed: ${agent}: ${shownNotice(text)}`, async () => {
      const [begin, end] = [Date.parse(seen), Date.parse(until)];
      const machine = machineAt(begin);
      const sleeps = (): number => Math.min(HOUR, Math.max(0, end - machine.wall - 10 * MINUTE));
      for (const part of [0, 0.9]) {
        if (end - begin < 20 * MINUTE) break;
        const killAt = begin + part * (end - begin);
        assert.equal(await machine.run(meets(text), { killAt, sleeps }), 'killed');
        machine.wall += MINUTE;
      }
      assert.equal(await machine.run(meets(text), { sleeps }), 'ended');
      assert.equal(machine.calls.length, 2);
      const [first, second = 0] = machine.calls;
      assert.equal(first, begin);
      assert.ok(Math.abs(second - end) <= TOLERANCE, new Date(second).toISOString());
    });
  }

  const WEEKLY = meets("You've hit your weekly limit · resets Jul 31, 2am (UTC)");
  const RESET = Date.parse('2026-07-31T02:00:00Z');

  it('is over at once for a machine that slept, or was off, beyond its reset', async () => {
    const asleep = machineAt(RESET - 80 * HOUR);
    let looks = 0;
    const sleeps = (): number => ((looks += 1) === 3 ? 100 * HOUR : 0);
    assert.equal(await asleep.run(WEEKLY, { sleeps }), 'ended');
    assert.ok(asleep.calls[1]! > RESET && asleep.calls[1]! - RESET < 20 * HOUR + MINUTE);

    const off = machineAt(RESET - 80 * HOUR);
    assert.equal(await off.run(WEEKLY, { killAt: RESET - 79 * HOUR }), 'killed');
    off.wall = RESET + 5 * HOUR;
    assert.equal(await off.run(WEEKLY), 'ended');
    assert.equal(off.calls[1], RESET + 5 * HOUR);
  });

  it('is met again where it still holds at its reset, and tried again soon', async () => {
    const calls: number[] = [];
    const run = await ScriptedRun.create(() => ({
      ...(calls.length < 2 ? WEEKLY : GOOD),
      during: () => void calls.push(wall - RESET),
    }));
    let wall = RESET - HOUR;
    Object.assign(run.clock, {
      now: () => new Date(wall),
      elapsed: () => wall,
      wait: (ms: number) => {
        wall += ms;
        return Promise.resolve();
      },
    });
    assert.deepEqual(await run.run(), { kind: 'allDone' });
    assert.deepEqual(calls, [-HOUR, 0, MINUTE]);
  });
});
