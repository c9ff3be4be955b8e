/**
 * Wraps `work` so that it never runs concurrently: calls during a run share exactly one further run, which
 * starts afterwards and sees the changes since.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    next = undefined;
    const run = work().finally(() => {
      if (current === run) current = undefined;
    });
    current = run;
    return run;
  };
  return () => {
    if (next !== undefined) return next;
    if (current === undefined) return start();
    next = current.then(start, start);
    return next;
  };
}
