import type { DevsConfig } from '../../model/config/config';
import { type LeaseHolder, describeHolder } from '../../model/workspace/leaseHolder';
import type { EventJournal } from '../../engine/state/eventJournal';
import { describeUnlock } from '../../reports/lease/describeLease';
import { isRunBy } from '../../engine/overview/runBy';
import { orStateError } from '../../engine/state/orStateError';
import {
  StateError,
  type AcquireOptions,
  type HeldLease,
  type LeaseAttempt,
  type WorkspaceState,
} from '../../ports/workspaceState';
import type { DevsAppParts } from './devsAppParts';
import { refuseOnStateError, toRefusal, readKnownConfig, type Refusal } from './refusals';
import type { StoreReader } from '../../ports/store';

/**
 * Serialises the use of the lease inside one process, so that a process never competes with
 * itself.
 */
class LeaseQueue {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly state: WorkspaceState) {}

  /**
   * Runs `work` with the lease and releases it. A lease held by another process is a result, not
   * an error.
   */
  async use<T>(
    work: (lease: HeldLease) => T | Promise<T>,
    how?: AcquireOptions,
  ): Promise<
    { readonly ok: true; readonly value: T } | { readonly ok: false; readonly holder: LeaseHolder }
  > {
    const turn = this.last.then(
      () => this.take(work, how),
      () => this.take(work, how),
    );
    this.last = turn;
    return await turn;
  }

  private async take<T>(
    work: (lease: HeldLease) => T | Promise<T>,
    how?: AcquireOptions,
  ): Promise<
    { readonly ok: true; readonly value: T } | { readonly ok: false; readonly holder: LeaseHolder }
  > {
    const attempt: LeaseAttempt = await this.state.acquire(how);
    if (!attempt.ok) return attempt;
    try {
      return { ok: true, value: await work(attempt.lease) };
    } finally {
      attempt.lease.release();
    }
  }
}

/** The acquired lease, after recovery of interrupted work. */
export interface LeaseContext {
  readonly lease: HeldLease;
  readonly journal: EventJournal;
  readonly config: DevsConfig;
  /** Completed recoveries: one sentence each, for users. */
  readonly notices: readonly string[];
}

export type LeaseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly holder: LeaseHolder };

/** How long to wait for a holder that only changes a status. */
const WAIT_LIMIT_MS = 3_000;
const POLL_MS = 50;

/** Runs work that needs the lease, one piece at a time in this process. */
export class LeaseAccess {
  private readonly queue: LeaseQueue;

  constructor(
    private readonly parts: DevsAppParts,
    /** True while this process runs tasks. */
    private readonly isRunning: () => boolean,
  ) {
    this.queue = new LeaseQueue(parts.state);
  }

  /**
   * Runs `work` with the lease, after recovery. A lease held by another process is a result, not
   * an error.
   */
  async withLease<T>(
    config: DevsConfig,
    work: (held: LeaseContext) => T | Promise<T>,
  ): Promise<LeaseResult<T>> {
    return await this.queue.use(async (lease) => {
      // Loaded here: nothing else of this process may get ahead in the queue meanwhile.
      const { recoverOnAcquire } = await import('./recoverOnAcquire');
      const taken = await recoverOnAcquire(this.parts, lease, config);
      const notices = [...lease.notices, ...taken.notices];
      return await work({ lease, config, journal: taken.journal, notices });
    });
  }

  /**
   * Runs `work` unless a run is active, here or in another process; the refusal names the holder
   * and the remedy.
   */
  async withIdleLease<T>(work: (held: LeaseContext) => Promise<T>): Promise<T | Refusal> {
    return await this.whileIdle((config) => this.waitForLease(config, work));
  }

  /**
   * As `withIdleLease`, on a full disk too: gives up the space kept in reserve. Work that was cut off stays so where
   * the disk has no room to complete it; `unrecovered` says why.
   */
  async withLeaseForCleaning<T>(
    work: (lease: HeldLease, config: DevsConfig, unrecovered?: StateError) => Promise<T>,
  ): Promise<T | Refusal> {
    return await this.whileIdle((config) =>
      this.retryWhileBusy(() =>
        this.queue.use(
          async (lease) => {
            const { recoverOnAcquire } = await import('./recoverOnAcquire');
            const taken = await orStateError(() => recoverOnAcquire(this.parts, lease, config));
            return await work(lease, config, taken instanceof StateError ? taken : undefined);
          },
          { forCleaning: true },
        ),
      ),
    );
  }

  private async whileIdle<T>(
    use: (config: DevsConfig) => Promise<LeaseResult<T>>,
  ): Promise<T | Refusal> {
    return await refuseOnStateError(async () => {
      const config = await readKnownConfig(this.parts.configSource, this.parts.configFile);
      if (!config.ok) return config;
      if (this.isRunning()) return toRefusal(await this.describeActivity('this window'));
      const used = await use(config.config);
      return used.ok
        ? used.value
        : toRefusal(
            (await this.describeActivity(describeHolder(used.holder))) +
              describeUnlock(await this.parts.state.lease()),
          );
    });
  }

  /** As `withLease`, but waits up to `WAIT_LIMIT_MS` for a holder that runs no tasks. */
  async waitForLease<T>(
    config: DevsConfig,
    work: (held: LeaseContext) => T | Promise<T>,
  ): Promise<LeaseResult<T>> {
    return await this.retryWhileBusy(() => this.withLease(config, work));
  }

  private async retryWhileBusy<T>(use: () => Promise<LeaseResult<T>>): Promise<LeaseResult<T>> {
    const until = performance.now() + WAIT_LIMIT_MS;
    for (;;) {
      const used = await use();
      if (
        used.ok ||
        performance.now() > until ||
        isRunBy(used.holder, await this.parts.state.read())
      )
        return used;
      await this.parts.clock.wait(POLL_MS, new AbortController().signal);
    }
  }

  /**
   * Recovers work that a killed process left unfinished. Returns one sentence for each recovery.
   */
  async recover(): Promise<readonly string[]> {
    const { state, configSource, configFile, adapters } = this.parts;
    if (this.isRunning() || (await state.holder()) !== undefined) return [];
    // One that was killed in its recovery has left nothing else.
    const isWhole = (await adapters.worktrees.list()).every((each) => each.isWhole);
    if (isWhole && !needsRecovery(await state.read())) return [];
    const config = await readKnownConfig(configSource, configFile);
    const used = await this.queue.use(async (lease) => {
      const { recoverOnAcquire } = await import('./recoverOnAcquire');
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
    // The remedy comes first: notifications truncate the end.
    if (running !== undefined) {
      return `Pause the run first (\`devs pause\`): an agent is working on ${running.id} in ${holder}.`;
    }
    const waiting = tasks.find(
      (task) => task.status === 'pending' && task.waitingUntil !== undefined,
    );
    return waiting !== undefined && store.getRunStatus() === 'RUNNING'
      ? `Pause the run first (\`devs pause\`): the run in ${holder} is waiting to continue with ${waiting.id}.`
      : `Try again in a moment: ${holder} is using this workspace.`;
  }
}

/** Whether a killed process left unfinished work. */
function needsRecovery(store: StoreReader): boolean {
  return (
    store.getRunStatus() === 'RUNNING' ||
    store.listRunningTurns().length > 0 ||
    store.listRewinds().some(({ status }) => status === 'applying') ||
    store.listLandings({ status: 'applying' }).length > 0
  );
}
