import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { openLease, type Epoch, type Lease } from '../../../src/adapters/state/lease';
import type { ProcessIdentity } from '../../../src/adapters/state/leaseRules';

/** A made-up process: it can die at any step, and then never takes another one. */
class Process {
  readonly death: Promise<void>;
  private announce: () => void = () => undefined;
  private living = true;

  constructor(readonly pid: number) {
    this.death = new Promise((resolve) => {
      this.announce = resolve;
    });
  }

  get alive(): boolean {
    return this.living;
  }

  die(): void {
    this.living = false;
    this.announce();
  }

  identity(): ProcessIdentity {
    return {
      pid: this.pid,
      started: `start-${this.pid}`,
      host: 'desk',
      machine: 'desk',
      boot: 'boot',
      pidNamespace: 'ns',
    };
  }
}

describe('the lease', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'devs-lease-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const never = new Promise<never>(() => undefined);
  const leaseOf = (
    process: Process,
    all: readonly Process[],
    pause: (step: string) => Promise<void> = () => Promise.resolve(),
  ): Lease =>
    openLease({
      directory,
      who: 'terminal',
      now: () => new Date(0),
      surroundings: {
        identity: () => Promise.resolve(process.identity()),
        askSystem: (pid) =>
          Promise.resolve(
            all.find((other) => other.pid === pid)?.alive === true
              ? { kind: 'there', started: `start-${pid}` }
              : { kind: 'gone' },
          ),
        pause: async (step) => {
          await pause(step);
          if (!process.alive) await never;
        },
      },
    });
  const taken = async (lease: Lease): Promise<Epoch> => {
    const attempt = await lease.acquire();
    assert.ok(attempt.ok);
    return attempt.epoch;
  };

  it('is refused while somebody has it, naming the holder, and free after the release', async () => {
    const [a, b] = [new Process(1), new Process(2)];
    const first = leaseOf(a, [a, b]);
    const second = leaseOf(b, [a, b]);
    const epoch = await taken(first);
    const holder = { pid: 1, who: 'terminal', host: 'desk', since: '1970-01-01T00:00:00.000Z' };
    assert.deepEqual(await second.acquire(), { ok: false, holder });
    assert.deepEqual(await first.acquire(), { ok: false, holder });
    assert.equal((await second.holder())?.pid, 1);
    epoch.release();
    epoch.release();
    assert.equal(epoch.isHeld(), false);
    assert.equal(await second.holder(), undefined);
    const next = await taken(second);
    epoch.release();
    assert.equal(next.isHeld(), true);
  });

  it('passes to the next when its holder died', async () => {
    const [a, b] = [new Process(1), new Process(2)];
    const epoch = await taken(leaseOf(a, [a, b]));
    a.die();
    assert.equal((await taken(leaseOf(b, [a, b]))).isHeld(), true);
    assert.equal(epoch.isHeld(), false);
  });

  it('is noticed as lost when its files are removed', async () => {
    const a = new Process(1);
    const epoch = await taken(leaseOf(a, [a]));
    rmSync(directory, { recursive: true });
    assert.equal(epoch.isHeld(), false);
    epoch.release();
    assert.equal(await leaseOf(a, [a]).holder(), undefined);
  });

  it('says which file is damaged and what to do', async () => {
    const a = new Process(1);
    writeFileSync(join(directory, '4'), '{"pid":');
    await assert.rejects(leaseOf(a, [a]).acquire(), {
      name: 'StateError',
      message: /4 is damaged\. If no Devs runs here, delete that file/,
    });
  });

  it('leaves few files behind', async () => {
    const a = new Process(1);
    for (let round = 0; round < 20; round += 1) (await taken(leaseOf(a, [a]))).release();
    assert.ok(readdirSync(directory).length <= 5, readdirSync(directory).join(' '));
  });

  it('is never in two hands, whatever the delays, deaths and releases', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(99)), async (stream) => {
        rmSync(directory, { recursive: true, force: true });
        mkdirSync(directory);
        const contest = new Contest(() => Number(stream.next().value));
        await contest.run((process, all, pause) => leaseOf(process, all, pause));
        assert.ok(contest.acquired > 0 || contest.processes.some((process) => !process.alive));
      }),
      { numRuns: 60 },
    );
  }).timeout(120_000);
});

type Open = (process: Process, all: readonly Process[], pause: () => Promise<void>) => Lease;

/** Six made-up processes that take, hold and release a lease with drawn delays and deaths. */
class Contest {
  readonly processes = Array.from({ length: 6 }, (_, index) => new Process(index + 1));
  acquired = 0;
  private readonly holders = new Set<Process>();

  /** `draw` gives whole numbers from 0 to 99. */
  constructor(private readonly draw: () => number) {}

  async run(open: Open): Promise<void> {
    await Promise.all(
      this.processes.map((process) => {
        const lease = open(process, this.processes, () => this.delay(process));
        return Promise.race([this.live(process, lease), process.death]);
      }),
    );
  }

  private async live(process: Process, lease: Lease): Promise<void> {
    for (let round = 0; round < 6; round += 1) {
      const attempt = await lease.acquire();
      if (attempt.ok) await this.hold(process, attempt.epoch);
    }
  }

  private async hold(process: Process, epoch: Epoch): Promise<void> {
    this.acquired += 1;
    this.holders.add(process);
    const living = [...this.holders].filter((holder) => holder.alive);
    assert.deepEqual(living, process.alive ? [process] : []);
    await this.delay(process);
    if (!process.alive) return;
    assert.equal(epoch.isHeld(), true);
    this.holders.delete(process);
    epoch.release();
  }

  private async delay(process: Process): Promise<void> {
    for (let left = (this.draw() % 4) * (this.draw() % 4); left > 0; left -= 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (this.draw() % 50 === 0) process.die();
  }
}
