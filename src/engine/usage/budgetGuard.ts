import type { DevsConfig } from '../../model/config/config';
import { BUDGET_WARNING, type Amount, type BudgetScope } from '../../model/usage/budget';
import { addSpending, NO_SPENDING, type Spending } from '../../model/usage/spending';
import { describeBudget } from '../../reports/usage/describeBudget';
import { describeSpentOn } from '../../reports/usage/describeSpentOn';
import { readSpending, type SpendingIndex } from '../../reports/usage/readSpending';
import { findBudgetUse, isUsedUp, type BudgetUse } from '../../rules/usage/findBudgetUse';
import { unsaidUsage, type UnsaidUsage } from '../../rules/usage/unsaidUsage';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import { countingTask, partsOf } from '../scheduling/taskTree';
import type { EventJournal } from '../state/eventJournal';

export interface BudgetTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly journal: EventJournal;
  /** The configuration of now. */
  readonly config: () => DevsConfig;
}

/** Watches the budgets of one run. */
export class BudgetGuard {
  /** ISO 8601, UTC. */
  private readonly runStartedAt: string;
  private readonly told = new Set<string>();

  constructor(private readonly tools: BudgetTools) {
    this.runStartedAt = tools.clock.now().toISOString();
  }

  /**
   * Why a task must not use more, a clause; undefined while it may. What a human allowed since counts first. At 80 % of
   * a budget the user is told, once.
   */
  check(taskId: string): string | undefined {
    const { store, config } = this.tools;
    const { budget = {} } = config();
    if (Object.keys(budget).length === 0) return undefined;
    const root = countingTask(config(), taskId);
    const spending = readSpending(store);
    const parts = partsOf(config(), root);
    const allowed = this.findAllowed(root, parts, spending);
    const unsaid = this.findUnsaid(root, parts);
    const unsaidIn = (amount: Amount): UnsaidUsage | undefined =>
      unsaid.find(({ unit }) => amount[unit] !== undefined);
    const ofAllowed = allowed && unsaidIn(allowed);
    if (allowed !== undefined && ofAllowed === undefined) return undefined;
    const [ofBudget] = Object.values(budget).flatMap((amount) => unsaidIn(amount) ?? []);
    if (ofBudget !== undefined) return `the budget ${ofBudget.why}${ofBudget.orBudget}`;
    const spent = (scope: BudgetScope): Spending => this.spentIn(scope, parts, spending);
    const uses = findBudgetUse(budget, spent);
    for (const use of uses)
      if (use.used < use.limit && use.used >= use.limit * BUDGET_WARNING) this.tellOnce(root, use);
    const [most] = uses;
    if (most === undefined || most.used < most.limit) return undefined;
    if (ofAllowed !== undefined) return `what was allowed ${ofAllowed.why}${ofAllowed.orAllow}`;
    const on = describeSpentOn(
      spending.list(this.fromOf(most.scope), partsIn(most.scope, parts)),
      most,
    );
    return `${describeBudget(most)}${on === '' ? '' : ` (${on})`}`;
  }

  private spentIn(
    scope: BudgetScope,
    parts: ReadonlySet<string>,
    spending: SpendingIndex,
  ): Spending {
    if (scope !== 'task') return spending.within(this.fromOf(scope));
    return [...parts].reduce(
      (sum, part) => addSpending(sum, spending.tasks.get(part) ?? NO_SPENDING),
      NO_SPENDING,
    );
  }

  /** ISO 8601, UTC. */
  private fromOf(scope: BudgetScope): string {
    if (scope === 'task') return '';
    return scope === 'run' ? this.runStartedAt : startOfDay(this.tools.clock.now());
  }

  /** What a human allowed last; undefined for nothing, and once it is used up. */
  private findAllowed(
    root: string,
    parts: ReadonlySet<string>,
    spending: SpendingIndex,
  ): Amount | undefined {
    const allowed = this.tools.store
      .listLastingEvents()
      .findLast((event) => event.event === 'budget_allowed' && event.taskId === root);
    if (allowed?.event !== 'budget_allowed') return undefined;
    const since = spending.within(allowed.at, undefined, parts);
    return isUsedUp(allowed.data, since) ? undefined : allowed.data;
  }

  /**
   * What cannot be reckoned, by the last complete call of the task since its last pause. What was before the pause may be
   * mended.
   */
  private findUnsaid(root: string, parts: ReadonlySet<string>): readonly UnsaidUsage[] {
    const { store, config } = this.tools;
    const since = store.latestReport(root)?.createdAt ?? '';
    const last = store
      .listLastingEvents()
      .findLast(
        (event) =>
          event.event === 'usage_reported' &&
          parts.has(event.taskId) &&
          event.at > since &&
          (event.data.partial !== true || event.data.silent === true),
      );
    return last?.event === 'usage_reported' ? unsaidUsage(last.data, config().prices ?? {}) : [];
  }

  private tellOnce(taskId: string, { scope, unit, used, limit }: BudgetUse): void {
    const { store, journal } = this.tools;
    const from = this.fromOf(scope);
    const key = [scope, unit, limit, from, scope === 'task' ? taskId : ''].join(' ');
    if (this.told.has(key)) return;
    const wasTold = store
      .listEventsNamed(['budget_used'])
      .some(
        ({ at, taskId: of, data }) =>
          at >= from &&
          data.scope === scope &&
          data.unit === unit &&
          data.limit === limit &&
          (scope !== 'task' || of === taskId),
      );
    const data = { scope, unit, used, limit };
    if (!wasTold) journal.transaction(() => journal.record({ event: 'budget_used', taskId, data }));
    this.told.add(key);
  }
}

function partsIn(scope: BudgetScope, parts: ReadonlySet<string>): ReadonlySet<string> | undefined {
  return scope === 'task' ? parts : undefined;
}

/** Midnight in the local time zone; ISO 8601, UTC. */
function startOfDay(now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
}
