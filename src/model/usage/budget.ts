import { NANO, type TokenCount } from './usage';

/** What a million tokens cost, in US dollars. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
  /** Absent: as `input`. */
  readonly cacheRead?: number;
  /** Absent: as `input`. */
  readonly cacheWrite?: number;
}

/** Prices by the name of a model as an agent states it, or of an agent whose model is not stated. */
export type PriceList = Readonly<Record<string, TokenPrices>>;

/** An amount that may be used; at least one of both. */
export interface Amount {
  /** In billionths of a US dollar. */
  readonly nanoUsd?: number;
  readonly tokens?: number;
}

/** What a budget is for: a task with its subtasks, one run, or a day in the local time zone. */
export const BUDGET_SCOPES = ['task', 'run', 'day'] as const;
export type BudgetScope = (typeof BUDGET_SCOPES)[number];
export type Budgets = { readonly [S in BudgetScope]?: Amount };

/** Share of a budget at which the user is told. */
export const BUDGET_WARNING = 0.8;

/** Price of tokens in billionths of a US dollar, rounded. */
export function priceTokens(
  { input, cacheRead, cacheWrite, output }: TokenCount,
  prices: TokenPrices,
): number {
  const { input: read, output: written } = prices;
  const millionths =
    input * read +
    cacheRead * (prices.cacheRead ?? read) +
    cacheWrite * (prices.cacheWrite ?? read) +
    output * written;
  return Math.round((millionths * NANO) / 1_000_000);
}
