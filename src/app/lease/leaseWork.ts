import type { DevsConfig } from '../../model/config/config';
import { type LeaseHolder, describeHolder } from '../../model/workspace/leaseHolder';
import type { EventJournal } from '../../engine/state/eventJournal';
import { isRunBy } from '../../engine/overview/runBy';
import type { HeldLease } from '../../ports/workspaceState';
import { LeaseTurns } from './leaseTurns';
import type { DevsAppParts } from './parts';
import { guarded, refused, usableConfig, type Refusal } from './refusals';
import { isLeftUndone, takeOver } from './takeOver';

/** The lease in our hands, everything left behind by others put right. */
export interface Held {
  readonly lease: HeldLease;
  readonly journal: EventJournal;
  readonly config: DevsConfig;
  /** What was put right, a sentence each for humans. */
  readonly told: readonly string[];
}

export type Worked<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly holder: LeaseHolder };

/** Somebody who only changes a status has the lease for moments: that long it is waited for. */
const PATIENCE_MS = 3_000;
const LOOK_MS = 50;

/** Work that needs the lease, one after the other in this process. */
export class LeaseWork {
  private readonly leases: LeaseTurns;

  constructor(
    private readonly parts: DevsAppParts,
    /** True while this process runs tasks. */
    private readonly isRunning: () => boolean,
  ) {
    this.leases = new LeaseTurns(parts.state);
  }

  /** Does it with the lease; somebody else's is an answer, not an error. */
  async use<T>(config: DevsConfig, work: (held: Held) => T | Promise<T>): Promise<Worked<T>> {
    return await this.leases.use(async (lease) => {
      const taken = await takeOver(this.parts, lease, config);
      const told = [...lease.notices, ...taken.told];
      return await work({ lease, config, journal: taken.journal, told });
    });
  }

  /** Does it when no run goes on, here or elsewhere; a refusal says who runs and what to do. */
  async whileNothingRuns<T>(work: (held: Held) => Promise<T>): Promise<T | Refusal> {
    return await guarded(async () => {
      const config = await usableConfig(this.parts.configSource, this.parts.configFile);
      if (!config.ok) return config;
      if (this.isRunning()) return refused(await this.whoWorks('this window'));
      const used = await this.useSoon(config.config, work);
      return used.ok ? used.value : refused(await this.whoWorks(describeHolder(used.holder)));
    });
  }

  /** As `use`, but waits for somebody who has the lease for a moment only, and runs nothing. */
  async useSoon<T>(config: DevsConfig, work: (held: Held) => T | Promise<T>): Promise<Worked<T>> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const used = await this.use(config, work);
      if (
        used.ok ||
        performance.now() > until ||
        isRunBy(used.holder, await this.parts.state.read())
      )
        return used;
      await this.parts.clock.wait(LOOK_MS, new AbortController().signal);
    }
  }

  /** Puts right what a killed process left behind, where there is something; tells what. */
  async recover(): Promise<readonly string[]> {
    const { state, configSource, configFile } = this.parts;
    if (this.isRunning() || (await state.holder()) !== undefined) return [];
    if (!isLeftUndone(await state.read())) return [];
    const config = await usableConfig(configSource, configFile);
    const used = await this.leases.use(async (lease) => {
      const known = config.ok ? config.config : undefined;
      const { told } = await takeOver(this.parts, lease, known);
      return [...lease.notices, ...told];
    });
    return used.ok ? used.value : [];
  }

  private async whoWorks(holder: string): Promise<string> {
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
