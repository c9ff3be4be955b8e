import type { BudgetScope } from '../../model/usage/budget';
import type { EventData } from '../../model/events/devsEvent';
import { countOf } from '../../text/count';
import { describeMoney } from './describeUsage';

const OF: Readonly<Record<BudgetScope, string>> = {
  task: 'of this task',
  run: 'of this run',
  day: 'of today',
};

/** "the budget of this task ($5.00) is used up: $5.02"; below its limit "82 % of the budget …: $4.10". A clause. */
export function describeBudget({ scope, unit, used, limit }: EventData<'budget_used'>): string {
  const budget = `the budget ${OF[scope]} (${describeAmount(unit, limit)})`;
  const spent = describeAmount(unit, used);
  if (used >= limit) return `${budget} is used up: ${spent}`;
  return `${Math.floor((used / limit) * 100)} % of ${budget} is used: ${spent}`;
}

/** "$5.00 and 2,000,000 tokens": what a human allowed. */
export function describeAllowed({
  nanoUsd,
  tokens,
}: Pick<EventData<'budget_allowed'>, 'nanoUsd' | 'tokens'>): string {
  return [
    ...(nanoUsd === undefined ? [] : [describeAmount('nanoUsd', nanoUsd)]),
    ...(tokens === undefined ? [] : [describeAmount('tokens', tokens)]),
  ].join(' and ');
}

function describeAmount(unit: 'nanoUsd' | 'tokens', amount: number): string {
  return unit === 'nanoUsd' ? describeMoney(amount) : countOf(amount, 'token');
}
