import type { ContextUsage } from '../../model/steps/contextUsage';
import { groupThousands } from '../../text/count';

/** "context 53,000 of 200,000 tokens, $0.42 so far", as the agent states it. */
export function describeContextUsage({ used, size, cost }: ContextUsage): string {
  const of = size === undefined ? '' : ` of ${groupThousands(size)}`;
  const money = cost === undefined ? '' : `, ${describeMoney(cost)} so far`;
  return `context ${groupThousands(used)}${of} tokens${money}`;
}

function describeMoney({ amount, currency }: NonNullable<ContextUsage['cost']>): string {
  const digits = amount < 1 ? { maximumFractionDigits: 4 } : {};
  return amount.toLocaleString('en-US', { style: 'currency', currency, ...digits });
}
