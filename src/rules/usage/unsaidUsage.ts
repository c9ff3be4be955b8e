import type { Amount, PriceList } from '../../model/usage/budget';
import type { Usage } from '../../model/usage/usage';
import { priceUsage } from './priceUsage';

/** A unit in which what an agent used cannot be reckoned. */
export interface UnsaidUsage {
  readonly unit: keyof Amount;
  /** Why, and what to do: a clause without its subject. */
  readonly why: string;
  /** What else can be done about a budget, and about what a human allowed; '' for nothing. */
  readonly orBudget: string;
  readonly orAllow: string;
}

/** The units in which a call that came to its end cannot be reckoned; `silent`: its agent said no tokens. */
export function unsaidUsage(
  call: Usage & { readonly agent: string; readonly silent?: true },
  prices: PriceList,
): readonly UnsaidUsage[] {
  const { agent } = call;
  const isPriced = priceUsage(call, agent, prices).nanoUsd !== undefined;
  if (call.silent !== true) {
    const why = `cannot be reckoned: the agent ${agent} did not say what it costs; add its model or "${agent}" to prices in devs.yaml`;
    const or = { orBudget: ', or give the budget in tokens', orAllow: ', or allow tokens' };
    return isPriced ? [] : [{ unit: 'nanoUsd', why, ...or }];
  }
  const why = (what: string): string =>
    `cannot be reckoned: the agent ${agent} does not say what ${what}; choose another agent`;
  const or = { orBudget: ', or remove the budget from devs.yaml', orAllow: '' };
  if (!isPriced)
    return (['nanoUsd', 'tokens'] as const).map((unit) => ({ unit, why: why('it uses'), ...or }));
  const inDollars = { orBudget: ', or give the budget in dollars', orAllow: ', or allow dollars' };
  return [{ unit: 'tokens', why: why('tokens it uses'), ...inDollars }];
}
