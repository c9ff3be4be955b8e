/** A promise and the function that resolves it. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  /** Only the first call counts. */
  readonly resolve: (value: T) => void;
}

/** A promise to be resolved from outside (`Promise.withResolvers` comes with Node 22). */
export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value) => resolve(value) };
}
