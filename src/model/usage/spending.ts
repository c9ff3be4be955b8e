import { addMoney, addTokens, NO_TOKENS, sumModels, type TokenCount, type Usage } from './usage';

/** What several calls of agents used. */
export interface Spending {
  readonly calls: number;
  /** Of the calls whose tokens are known. */
  readonly tokens: TokenCount;
  /** Calls whose tokens are unknown. */
  readonly callsWithoutTokens: number;
  /** Of the calls whose price is known, in billionths of a US dollar. */
  readonly nanoUsd: number;
  /** Calls whose price is unknown. */
  readonly callsWithoutPrice: number;
  /** Calls of which the agents did not say all. */
  readonly partialCalls: number;
}

/** One call. */
export type SpentCall = Usage & { readonly partial?: true };

export const NO_SPENDING: Spending = {
  ...{ calls: 0, tokens: NO_TOKENS, callsWithoutTokens: 0, nanoUsd: 0, callsWithoutPrice: 0 },
  partialCalls: 0,
};

/** The sum with one more call; a figure that would be too large to be exact counts as unknown. */
export function addCall(sum: Spending, { models, nanoUsd, partial }: SpentCall): Spending {
  const own = sumModels(models);
  const tokens = own && addTokens(sum.tokens, own);
  const money = addMoney(sum.nanoUsd, nanoUsd);
  return {
    calls: sum.calls + 1,
    tokens: tokens ?? sum.tokens,
    callsWithoutTokens: sum.callsWithoutTokens + Number(tokens === undefined),
    nanoUsd: money ?? sum.nanoUsd,
    callsWithoutPrice: sum.callsWithoutPrice + Number(money === undefined),
    partialCalls: sum.partialCalls + Number(partial === true),
  };
}

/** The sum of two sums of different calls. */
export function addSpending(one: Spending, other: Spending): Spending {
  return {
    calls: one.calls + other.calls,
    tokens: addTokens(one.tokens, other.tokens) ?? one.tokens,
    callsWithoutTokens: one.callsWithoutTokens + other.callsWithoutTokens,
    nanoUsd: addMoney(one.nanoUsd, other.nanoUsd) ?? one.nanoUsd,
    callsWithoutPrice: one.callsWithoutPrice + other.callsWithoutPrice,
    partialCalls: one.partialCalls + other.partialCalls,
  };
}
