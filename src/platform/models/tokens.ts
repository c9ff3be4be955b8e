/** More than any model takes in at once: beyond it a count is a lie. */
const MAX_TOKENS = 100_000_000;

/** `{ [name]: count }` where `count` is a sane whole number, else nothing. */
export function tokens<N extends string>(name: N, count: unknown): { readonly [K in N]?: number } {
  const sane = Number.isInteger(count) && (count as number) >= 0 && (count as number) <= MAX_TOKENS;
  return (sane ? { [name]: count } : {}) as { readonly [K in N]?: number };
}
