/** A part of the page whose code is loaded when it is first shown. */
export interface LazyPart<T> {
  /** The part; undefined while it is loaded. Never loads it. */
  readonly current: () => T | 'failed' | undefined;
  /** Calls `act` once the part is there or could not be loaded: at once if that is known. Loads it if nobody has yet. */
  readonly whenLoaded: (act: () => void) => void;
}

/** Creates a part that `load` loads. */
export function createLazyPart<T>(load: () => Promise<T>): LazyPart<T> {
  let part: T | 'failed' | undefined;
  let waiting: (() => void)[] | undefined;
  const settle = (result: T | 'failed'): void => {
    part = result;
    for (const act of waiting ?? []) act();
    waiting = undefined;
  };
  return {
    current: () => part,
    whenLoaded: (act) => {
      if (part !== undefined) act();
      else if (waiting !== undefined) waiting.push(act);
      else {
        waiting = [act];
        load().then(settle, () => settle('failed'));
      }
    },
  };
}
