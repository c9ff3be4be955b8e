import type { BudgetUse } from '../../rules/usage/findBudgetUse';
import { countTokens, sumModels } from '../../model/usage/usage';
import type { SpentEntry } from './readSpending';
import { countOf } from '../../text/count';
import { listSome } from '../../text/list';
import { describeMoney } from './describeUsage';

/** Agents or tasks that are named. */
const MAX_NAMED = 3;

/** What a budget was spent on, the most first: the agents of a task, or the tasks of a run or a day; '' for nothing. */
export function describeSpentOn(
  entries: readonly SpentEntry[],
  { scope, unit }: Pick<BudgetUse, 'scope' | 'unit'>,
): string {
  const sums = new Map<string, number>();
  for (const { taskId, agent, usage } of entries) {
    const name = scope === 'task' ? agent : taskId;
    const tokens = sumModels(usage.models);
    const amount = unit === 'nanoUsd' ? usage.nanoUsd : tokens && countTokens(tokens);
    sums.set(name, (sums.get(name) ?? 0) + (amount ?? 0));
  }
  const most = [...sums].filter(([, amount]) => amount > 0).sort(([, a], [, b]) => b - a);
  return listSome(
    most.map(
      ([name, amount]) =>
        `${name} ${unit === 'nanoUsd' ? describeMoney(amount) : countOf(amount, 'token')}`,
    ),
    MAX_NAMED,
  );
}
