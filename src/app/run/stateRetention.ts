import type { DevsConfig } from '../../model/config/config';
import type { CleanTools } from '../../engine/retention/cleanTools';
import type { Cleaned } from '../../engine/retention/cleanUp';
import {
  describeWorktrees,
  listLeftWorktrees,
  sumUpWorktrees,
} from '../../engine/worktrees/leftWorktrees';
import type { StoreReader } from '../../ports/store';
import type { StateFiles } from '../../ports/stateFiles';
import type { HeldLease } from '../../ports/workspaceState';
import type { CleanAnswer, DiskUse } from '../api/answers';
import { refuseOnStateError, readKnownConfig } from '../lease/refusals';
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
    if (dryRun) return await this.preview();
    return await this.work.withLeaseForCleaning(async ({ store }, config, unrecovered) => {
      const left = await this.listLeft(store, config);
      const { worktrees } = this.parts.adapters;
      for (const taskId of left) await worktrees.remove(taskId);
      await worktrees.removeBroken();
      const { cleanUp } = await import('../../engine/retention/cleanUp');
      const tools = { ...this.toolsFor(config.limits), store };
      const cleaned = withWorktrees(await cleanUp(tools, { byHuman: true }), left, false);
      const message = [cleaned.message, ...(unrecovered ? [unrecovered.message] : [])].join(' ');
      return { ok: true, ...cleaned, message };
    });
  }

  /** Takes no lease and writes nothing, so that it also works on a full or read-only disk. */
  private async preview(): Promise<CleanAnswer> {
    const { configSource, configFile, state } = this.parts;
    return await refuseOnStateError(async () => {
      const read = await readKnownConfig(configSource, configFile, { onlyRead: true });
      if (!read.ok) return read;
      const { previewCleanUp } = await import('../../engine/retention/cleanUp');
      const store = await state.read();
      const cleaned = await previewCleanUp({ ...this.toolsFor(read.config.limits), store });
      return { ok: true, ...withWorktrees(cleaned, await this.listLeft(store, read.config), true) };
    });
  }

  /** Tasks whose worktrees are removed. */
  private async listLeft(store: StoreReader, config: DevsConfig): Promise<readonly string[]> {
    return await listLeftWorktrees(this.parts.adapters.worktrees, store, config);
  }

  /**
   * Cleans up at the end of a run, with the lease held. Returns sentences for users:
   * removals, a state that stays too large, and failures.
   */
  async afterRun(lease: HeldLease, config: DevsConfig): Promise<readonly string[]> {
    const now = this.parts.clock.now().getTime();
    if (now - this.cleanedAt < MIN_INTERVAL_MS) return [];
    this.cleanedAt = now;
    try {
      const { cleanUp } = await import('../../engine/retention/cleanUp');
      const tools = { ...this.toolsFor(config.limits), store: lease.store };
      const { removed, tooLarge } = await cleanUp(tools, { byHuman: false });
      const sentence = tooLarge.join(' ');
      return [
        ...removed.map((line) => `Cleaned up: ${line}`),
        ...(sentence === '' ? [] : [sentence]),
      ];
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return [`Devs could not remove old checkpoints and transcripts: ${why}`];
    }
  }

  private toolsFor(limits: DevsConfig['limits']): Omit<CleanTools, 'store'> {
    const { clock, adapters } = this.parts;
    return { checkpoints: adapters.checkpoints, files: this.files, clock, limits };
  }
}

function withWorktrees(cleaned: Cleaned, left: readonly string[], isPreview: boolean): Cleaned {
  if (left.length === 0) return cleaned;
  const told = sumUpWorktrees(left.length, isPreview);
  return {
    ...cleaned,
    removed: [...describeWorktrees(left), ...cleaned.removed],
    message: cleaned.removed.length === 0 ? told : `${told} ${cleaned.message}`,
  };
}
