import { NO_SPENDING, type Spending } from '../../model/usage/spending';
import { countTokens } from '../../model/usage/usage';
import { countOf } from '../../text/count';
import { describeMoney } from './describeUsage';

/** "$3.10, 1,234,567 tokens", "at least …" where a part is unknown, "unknown" where nothing is known; '' for no call. */
export function describeSpent(spending: Spending): string {
  const parts = [describePrice(spending), describeTokens(spending)].filter((part) => part !== '');
  if (spending.calls === 0) return '';
  return parts.length === 0 ? 'unknown' : parts.join(', ');
}

/** The price alone, else the tokens: for a narrow column. */
export function describeSpentShortly(spending: Spending = NO_SPENDING): string {
  if (spending.calls === 0) return '–';
  return describePrice(spending) || describeTokens(spending) || 'unknown';
}

/** Whether anything is known of what it used. */
export function hasKnownSpending({ spent = NO_SPENDING }: { readonly spent?: Spending }): boolean {
  return spent.callsWithoutTokens < spent.calls || spent.callsWithoutPrice < spent.calls;
}

/** "$3.10", "at least $3.10" if the price of a call is not known; '' if no price is. */
function describePrice({ calls, callsWithoutPrice, nanoUsd }: Spending): string {
  if (callsWithoutPrice === calls) return '';
  const atLeast = callsWithoutPrice > 0 ? 'at least ' : '';
  return `${atLeast}${describeMoney(nanoUsd)}`;
}

function describeTokens({ calls, callsWithoutTokens, partialCalls, tokens }: Spending): string {
  if (callsWithoutTokens === calls) return '';
  const isPartial = callsWithoutTokens > 0 || partialCalls > 0;
  return `${isPartial ? 'at least ' : ''}${countOf(countTokens(tokens), 'token')}`;
}
