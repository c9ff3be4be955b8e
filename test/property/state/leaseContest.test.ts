import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Epoch, Lease } from '../../../src/platform/state/lease/openLease';
import { COUNTS } from '../../support/scale';
import { leaseIn, Process, type Pause } from '../../unit/platform/state/lease/leaseContenders';

describe('the lease that many contend for', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'devs-lease-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  for (const links of [true, false]) {
    const where = links ? '' : ' where the file system knows no links';
    it(`is never in two hands, whatever the delays, deaths and releases${where}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.infiniteStream(fc.nat(99)), async (stream) => {
          rmSync(directory, { recursive: true, force: true });
          mkdirSync(directory);
          const contest = new Contest(() => Number(stream.next().value));
          await contest.run((process, all, pause) =>
            leaseIn({ directory, hasLinks: links }, process, all, pause),
          );
          assert.ok(contest.acquired > 0 || contest.processes.some((process) => !process.alive));
        }),
        { numRuns: COUNTS.leaseContests },
      );
    }).timeout(120_000);
  }
});

type Open = (process: Process, all: readonly Process[], pause: Pause) => Lease;

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
        const lease = open(process, this.processes, (step) =>
          // Longer than others wait for a file that is cut off.
          this.delay(process, step === 'created empty' ? 60 : 1),
        );
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

  private async delay(process: Process, factor = 1): Promise<void> {
    for (let left = (this.draw() % 4) * (this.draw() % 4) * factor; left > 0; left -= 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (this.draw() % 50 === 0) process.die();
  }
}
