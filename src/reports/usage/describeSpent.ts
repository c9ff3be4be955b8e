import { NO_SPENDING, type Spending } from '../../model/usage/spending';
import { countTokens } from '../../model/usage/usage';
import { countOf } from '../../text/count';
import { describeMoney } from './describeUsage';

/** "$3.10, 1,234,567 tokens", "at least …" where a part is unknown, "unknown" where nothing is known; '' for no call. */
export function describeSpent(spending: Spending): string {
  const price = describePrice(spending);
  const tokens = describeTokens(spending);
  if (spending.calls === 0) return '';
  if (price === '' && tokens === '') return 'unknown';
  // What it says of the price it says of the tokens too.
  const isLess = isPartlyPriced(spending) && price !== '';
  const words = isLess || !isPartlyCounted(spending) ? tokens : `at least ${tokens}`;
  return [isLess ? `at least ${price}` : price, tokens === '' ? '' : words]
    .filter((part) => part !== '')
    .join(', ');
}

/** The price alone, else the tokens, "≥" where a part is unknown: for a narrow column. */
export function describeSpentShortly(spending: Spending = NO_SPENDING): string {
  const price = describePrice(spending);
  const tokens = describeTokens(spending);
  if (spending.calls === 0) return '–';
  if (price !== '') return `${isPartlyPriced(spending) ? '≥ ' : ''}${price}`;
  return tokens === '' ? 'unknown' : `${isPartlyCounted(spending) ? '≥ ' : ''}${tokens}`;
}

/** A sentence about a task; '' where nothing is known. */
export function describeSpentSoFar(spent: Spending = NO_SPENDING): string {
  return hasKnownSpending({ spent }) ? `It has used ${describeSpent(spent)} so far.` : '';
}

/** Whether anything is known of what it used. */
export function hasKnownSpending({ spent = NO_SPENDING }: { readonly spent?: Spending }): boolean {
  return spent.callsWithoutTokens < spent.calls || spent.callsWithoutPrice < spent.calls;
}

/** '' if no price is known. */
function describePrice({ calls, callsWithoutPrice, nanoUsd }: Spending): string {
  return callsWithoutPrice === calls ? '' : describeMoney(nanoUsd);
}

/** '' if no tokens are known. */
function describeTokens({ calls, callsWithoutTokens, tokens }: Spending): string {
  return callsWithoutTokens === calls ? '' : countOf(countTokens(tokens), 'token');
}

function isPartlyPriced({ callsWithoutPrice, partialCalls }: Spending): boolean {
  return callsWithoutPrice > 0 || partialCalls > 0;
}

function isPartlyCounted({ callsWithoutTokens, partialCalls }: Spending): boolean {
  return callsWithoutTokens > 0 || partialCalls > 0;
}
