/** Runs pieces of work one after the other; a failure does not stop the next one. */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes an empty queue. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
