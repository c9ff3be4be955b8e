import { priceTokens, type PriceList } from '../../model/usage/budget';
import { isAmount, type ModelUsage, type Usage } from '../../model/usage/usage';

/**
 * The usage with its price by the user's list, unless the agent states one: of each model that the list names, else by
 * the name of the agent. Without a price for each model the sum stays unknown.
 */
export function priceUsage<U extends Usage>(usage: U, agent: string, prices: PriceList): U {
  if (usage.nanoUsd !== undefined || usage.models.length === 0) return usage;
  const models = usage.models.map((each) => priceModel(each, agent, prices));
  let sum: number | undefined = 0;
  for (const { nanoUsd } of models)
    sum = sum === undefined || nanoUsd === undefined ? undefined : sum + nanoUsd;
  return { ...usage, models, ...(isAmount(sum) && { nanoUsd: sum }) };
}

function priceModel(usage: ModelUsage, agent: string, prices: PriceList): ModelUsage {
  const { model, nanoUsd: stated } = usage;
  const own = model !== undefined && Object.hasOwn(prices, model) ? prices[model] : undefined;
  const found = own ?? (Object.hasOwn(prices, agent) ? prices[agent] : undefined);
  if (stated !== undefined || found === undefined) return usage;
  const nanoUsd = priceTokens(usage, found);
  return isAmount(nanoUsd) ? { ...usage, nanoUsd } : usage;
}
