import type { Amount } from './budget';
import { isAmount, NANO } from './usage';

/** Digits with at most nine decimals: exact to a billionth. */
const USD = /^\d{1,6}(?:\.\d{1,9})?$/;
/** Groups of three digits, so that "2,5" is no 25. */
const TOKENS = /^(?:\d{1,16}|\d{1,3}(?:[_,]\d{3}){1,4})$/;

/** US dollars such as "5" or "0.5", more than 0, in billionths; undefined for anything else. */
export function parseUsd(text: string): number | undefined {
  const nanoUsd = USD.test(text) ? Math.round(Number(text) * NANO) : 0;
  return isAmount(nanoUsd) && nanoUsd > 0 ? nanoUsd : undefined;
}

/** A number of tokens such as "2000000" or "2,000,000", at least 1; undefined for anything else. */
export function parseTokens(text: string): number | undefined {
  const count = TOKENS.test(text) ? Number(text.replace(/[_,]/g, '')) : 0;
  return isAmount(count) && count > 0 ? count : undefined;
}

/** What a human enters: "5", "$5", "5 USD" or "2,000,000 tokens"; undefined for anything else. */
export function parseAmount(text: string): Amount | undefined {
  const words = /^\s*\$?\s*([\d.,_]+)\s*(usd|tokens?)?\s*$/i.exec(text);
  const [, number = '', unit = 'usd'] = words ?? [];
  if (unit.toLowerCase() !== 'usd') {
    const tokens = parseTokens(number);
    return tokens === undefined ? undefined : { tokens };
  }
  const nanoUsd = parseUsd(number);
  return nanoUsd === undefined ? undefined : { nanoUsd };
}
