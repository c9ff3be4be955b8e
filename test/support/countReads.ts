/** Objects that count how often a property of theirs is read. */
export interface CountedReads<T extends object> {
  readonly objects: readonly T[];
  /** Reads since the last call. */
  readonly take: () => number;
}

/** Wraps objects: how often they are read is the work that looking through them takes. */
export function countReads<T extends object>(objects: readonly T[]): CountedReads<T> {
  let reads = 0;
  const counted = objects.map(
    (object) =>
      new Proxy(object, {
        get: (target, name, receiver): unknown => {
          reads += 1;
          return Reflect.get(target, name, receiver);
        },
      }),
  );
  return {
    objects: counted,
    take: () => {
      const taken = reads;
      reads = 0;
      return taken;
    },
  };
}
