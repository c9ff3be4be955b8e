/** Enough to keep the threads of Node busy. */
const AT_ONCE = 16;

/**
 * Does work for each item as it comes, several at once; holds no more items than that. Rejects with what first fails, once
 * all work has ended.
 */
export async function inParallel<T>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failed: { readonly error: unknown } | undefined;
  try {
    for await (const item of items) {
      const one = work(item)
        .catch((error: unknown) => void (failed ??= { error }))
        .finally(() => running.delete(one));
      running.add(one);
      if (running.size >= AT_ONCE) await Promise.race(running);
      if (failed !== undefined) break;
    }
  } finally {
    await Promise.all(running);
  }
  if (failed !== undefined) throw failed.error;
}
