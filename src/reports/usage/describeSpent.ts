import { NO_SPENDING, type Spending } from '../../model/usage/spending';
import { countTokens } from '../../model/usage/usage';
import { countOf } from '../../text/count';
import { describeMoney } from './describeUsage';

/** "$3.10, 1,234,567 tokens", "at least …" where a part is unknown, "unknown" where nothing is known; '' for no call. */
export function describeSpent(spending: Spending): string {
  const amounts = amountsOf(spending);
  const atLeast = amounts.some(({ isPart }) => isPart) ? 'at least ' : '';
  return `${atLeast}${amounts.map(({ text }) => text).join(', ')}` || nothingKnown(spending, '');
}

/** The price alone, else the tokens, "≥" where a part is unknown: for a narrow column. */
export function describeSpentShortly(spending: Spending = NO_SPENDING): string {
  const [first] = amountsOf(spending);
  return first ? `${first.isPart ? '≥ ' : ''}${first.text}` : nothingKnown(spending, '–');
}

/** A sentence about a task; '' where nothing is known. */
export function describeSpentSoFar(spent: Spending = NO_SPENDING): string {
  return hasKnownSpending({ spent }) ? `The task has used ${describeSpent(spent)} so far.` : '';
}

/** Whether anything is known of what it used. */
export function hasKnownSpending({ spent = NO_SPENDING }: { readonly spent?: Spending }): boolean {
  const { calls, callsWithoutPrice, callsWithoutTokens } = spent;
  return Math.min(callsWithoutPrice, callsWithoutTokens) < calls;
}

/** The price and the tokens, as far as known; `isPart`: not of all calls, or a call did not say all. */
function amountsOf({ calls, partialCalls, ...spent }: Spending) {
  const { callsWithoutPrice, callsWithoutTokens, nanoUsd, tokens } = spent;
  return [
    { without: callsWithoutPrice, describe: () => describeMoney(nanoUsd) },
    { without: callsWithoutTokens, describe: () => countOf(countTokens(tokens), 'token') },
  ]
    .filter(({ without }) => without < calls)
    .map(({ without, describe }) => ({ text: describe(), isPart: without + partialCalls > 0 }));
}

function nothingKnown({ calls }: Spending, none: string): string {
  return calls === 0 ? none : 'unknown';
}
