import type { DevsConfig } from '../../model/config/config';
import type { Cleaned } from '../../engine/retention/cleanUp';
import type { StateFiles } from '../../ports/stateFiles';
import type { HeldLease } from '../../ports/workspaceState';
import type { CleanAnswer, DiskUse } from '../api/app';
import type { LeaseAccess } from '../lease/leaseAccess';
import type { DevsAppParts } from '../lease/devsAppParts';

/** Minimum milliseconds between two automatic cleanups. */
const MIN_INTERVAL_MS = 3_600_000;

/** Applies retention to the state directory and measures disk use. */
export class StateRetention {
  private readonly files: StateFiles;
  private cleanedAt = -Infinity;

  constructor(
    private readonly parts: DevsAppParts,
    private readonly work: LeaseAccess,
  ) {
    this.files = parts.stateFiles;
  }

  async diskUse(): Promise<DiskUse> {
    return await this.files.usage();
  }

  async clean({ dryRun }: { readonly dryRun: boolean }): Promise<CleanAnswer> {
    return await this.work.withIdleLease(async ({ lease, config }) => {
      const cleaned = await this.cleanUp(lease, config, { dryRun, byHuman: true });
      return { ok: true, ...cleaned };
    });
  }

  /**
   * Cleans up at the end of a run, with the lease held. Returns sentences for users:
   * removals because the state was too large, and failures.
   */
  async afterRun(lease: HeldLease, config: DevsConfig): Promise<readonly string[]> {
    const now = this.parts.clock.now().getTime();
    if (now - this.cleanedAt < MIN_INTERVAL_MS) return [];
    this.cleanedAt = now;
    try {
      const { removed } = await this.cleanUp(lease, config, { dryRun: false, byHuman: false });
      return removed.map((line) => `Cleaned up: ${line}`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return [`Old checkpoints and transcripts could not be cleaned up: ${why}`];
    }
  }

  private async cleanUp(
    { store }: HeldLease,
    { limits }: DevsConfig,
    options: { readonly dryRun: boolean; readonly byHuman: boolean },
  ): Promise<Cleaned> {
    const { cleanUp } = await import('../../engine/retention/cleanUp');
    const { clock, adapters } = this.parts;
    const { checkpoints } = adapters;
    return await cleanUp({ store, checkpoints, files: this.files, clock, limits }, options);
  }
}
