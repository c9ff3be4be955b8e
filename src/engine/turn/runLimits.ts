import type { DevsConfig } from '../../model/config/config';
import { selectCounted } from '../../model/turn/turn';
import type { HumanWaits } from '../permissions/humanWaits';
import type { BudgetGuard } from '../usage/budgetGuard';
import { requireTask } from '../state/requireTask';
import type { OrchestrationDeps } from './context/orchestrationDeps';

/** A limit that ends the work on a task. */
export type LimitReason = 'MAX_TURNS' | 'MAX_MINUTES' | 'BUDGET';

export interface ReachedLimit {
  readonly reason: LimitReason;
  /** Why, a clause; absent: the text of the reason. */
  readonly why?: string;
}

/**
 * The limits of a run: minutes count from its creation or the last renewal, without waits for a human; turns since the
 * last intervention in their task.
 */
export class RunLimits {
  private countedFrom: number;
  /** What agents had waited for a human by then. */
  private waitedBefore = 0;

  constructor(
    private readonly deps: Pick<OrchestrationDeps, 'store' | 'clock'>,
    private readonly waits: Pick<HumanWaits, 'ms'>,
    private readonly budget: Pick<BudgetGuard, 'check'>,
  ) {
    this.countedFrom = deps.clock.elapsed();
  }

  /** The limit that prevents the next turn of a counting task; undefined for none. */
  findReached({ limits }: Pick<DevsConfig, 'limits'>, countsOn: string): ReachedLimit | undefined {
    const { store } = this.deps;
    const since = requireTask(store, countsOn).turnsBefore;
    const turns = selectCounted(store.listTurns(countsOn)).filter(({ number }) => number > since);
    if (limits.maxTurns > 0 && turns.length >= limits.maxTurns) return { reason: 'MAX_TURNS' };
    if (this.minutesAreUp(limits.maxMinutes)) return { reason: 'MAX_MINUTES' };
    const why = this.budget.check(countsOn);
    return why === undefined ? undefined : { reason: 'BUDGET', why };
  }

  /** Resets the count of minutes. */
  renewMinutes(): void {
    this.countedFrom = this.deps.clock.elapsed();
    this.waitedBefore = this.waits.ms;
  }

  /** Whether `maxMinutes` have passed since the run began or a human resumed; 0 = no limit. */
  minutesAreUp(maxMinutes: number): boolean {
    return this.msLeft(maxMinutes) <= 0;
  }

  /** Milliseconds until `maxMinutes` have passed; Infinity without a limit, never below 0. */
  msLeft(maxMinutes: number): number {
    if (maxMinutes === 0) return Infinity;
    const waitedMs = this.waits.ms - this.waitedBefore;
    const spentMs = this.deps.clock.elapsed() - this.countedFrom - waitedMs;
    return Math.max(0, maxMinutes * 60_000 - spentMs);
  }
}
