import type { DevsConfig } from '../../model/config/config';
import { type LeaseHolder, describeHolder } from '../../model/workspace/leaseHolder';
import type { EventJournal } from '../../engine/state/eventJournal';
import { isRunBy } from '../../engine/overview/runBy';
import type { HeldLease } from '../../ports/workspaceState';
import { LeaseQueue } from './leaseQueue';
import type { DevsAppParts } from './devsAppParts';
import { refuseOnStateError, toRefusal, readUsableConfig, type Refusal } from './refusals';
import { needsRecovery, recoverOnAcquire } from './recoverOnAcquire';

/** The lease in our hands, everything left behind by others put right. */
export interface LeaseContext {
  readonly lease: HeldLease;
  readonly journal: EventJournal;
  readonly config: DevsConfig;
  /** What was put right, a sentence each for humans. */
  readonly notices: readonly string[];
}

export type LeaseResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly holder: LeaseHolder };

/** Somebody who only changes a status has the lease for moments: that long it is waited for. */
const WAIT_LIMIT_MS = 3_000;
const POLL_MS = 50;

/** Work that needs the lease, one after the other in this process. */
export class LeaseAccess {
  private readonly queue: LeaseQueue;

  constructor(
    private readonly parts: DevsAppParts,
    /** True while this process runs tasks. */
    private readonly isRunning: () => boolean,
  ) {
    this.queue = new LeaseQueue(parts.state);
  }

  /** Does it with the lease; somebody else's is an answer, not an error. */
  async withLease<T>(
    config: DevsConfig,
    work: (held: LeaseContext) => T | Promise<T>,
  ): Promise<LeaseResult<T>> {
    return await this.queue.use(async (lease) => {
      const taken = await recoverOnAcquire(this.parts, lease, config);
      const notices = [...lease.notices, ...taken.notices];
      return await work({ lease, config, journal: taken.journal, notices });
    });
  }

  /** Does it when no run goes on, here or elsewhere; a refusal says who runs and what to do. */
  async withIdleLease<T>(work: (held: LeaseContext) => Promise<T>): Promise<T | Refusal> {
    return await refuseOnStateError(async () => {
      const config = await readUsableConfig(this.parts.configSource, this.parts.configFile);
      if (!config.ok) return config;
      if (this.isRunning()) return toRefusal(await this.describeActivity('this window'));
      const used = await this.waitForLease(config.config, work);
      return used.ok
        ? used.value
        : toRefusal(await this.describeActivity(describeHolder(used.holder)));
    });
  }

  /** As `use`, but waits for somebody who has the lease for a moment only, and runs nothing. */
  async waitForLease<T>(
    config: DevsConfig,
    work: (held: LeaseContext) => T | Promise<T>,
  ): Promise<LeaseResult<T>> {
    const until = performance.now() + WAIT_LIMIT_MS;
    for (;;) {
      const used = await this.withLease(config, work);
      if (
        used.ok ||
        performance.now() > until ||
        isRunBy(used.holder, await this.parts.state.read())
      )
        return used;
      await this.parts.clock.wait(POLL_MS, new AbortController().signal);
    }
  }

  /** Puts right what a killed process left behind, where there is something; tells what. */
  async recover(): Promise<readonly string[]> {
    const { state, configSource, configFile } = this.parts;
    if (this.isRunning() || (await state.holder()) !== undefined) return [];
    if (!needsRecovery(await state.read())) return [];
    const config = await readUsableConfig(configSource, configFile);
    const used = await this.queue.use(async (lease) => {
      const known = config.ok ? config.config : undefined;
      const { notices } = await recoverOnAcquire(this.parts, lease, known);
      return [...lease.notices, ...notices];
    });
    return used.ok ? used.value : [];
  }

  private async describeActivity(holder: string): Promise<string> {
    const store = await this.parts.state.read();
    const tasks = store.listTasks();
    const running = tasks.find((task) => task.status === 'in_progress');
    // The remedy first: notifications show the beginning alone.
    if (running !== undefined) {
      return `Pause the run first (\`devs pause\`): an agent is at work on ${running.id} in ${holder}.`;
    }
    const waiting = tasks.find(
      (task) => task.status === 'pending' && task.waitingUntil !== undefined,
    );
    return waiting !== undefined && store.getRunStatus() === 'RUNNING'
      ? `Pause the run first (\`devs pause\`): it waits to go on with ${waiting.id} in ${holder}.`
      : `Try again in a moment: ${holder} is at work in this workspace.`;
  }
}
