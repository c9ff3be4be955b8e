import * as z from 'zod/mini';
import { isAmount, type TokenCount } from '../../../model/usage/usage';

/** An amount that must be stated. */
export const amount = z.custom<number>(isAmount);
/** An amount that is 0 where it is not stated; what is stated must be one. */
export const amountOrNone = z.pipe(
  z.optional(z.nullable(amount)),
  z.transform((value): number => value ?? 0),
);

/** Tokens of which `read` includes those of the cache; undefined if the cache has more. */
export function withoutCache(
  read: number,
  { cacheRead = 0, cacheWrite = 0, output = 0 }: Partial<TokenCount>,
): TokenCount | undefined {
  const input = read - cacheRead - cacheWrite;
  return input < 0 ? undefined : { input, cacheRead, cacheWrite, output };
}
