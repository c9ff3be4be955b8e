/** More than any model accepts: a higher count is invalid. */
const MAX_TOKENS = 100_000_000;

/** `{ [name]: count }` if `count` is a plausible whole number, else `{}`. */
export function tokens<N extends string>(name: N, count: unknown): { readonly [K in N]?: number } {
  const sane = Number.isInteger(count) && (count as number) >= 0 && (count as number) <= MAX_TOKENS;
  return (sane ? { [name]: count } : {}) as { readonly [K in N]?: number };
}
