import { Session } from 'node:inspector/promises';

/** Counts how often functions of this process are called, by V8's own count. */
export interface CallCount {
  /** Calls of the function since the last look at it. */
  take(): Promise<number>;
  stop(): void;
}

/** Counts calls of the function `name` in the module whose address ends with `file`. */
export async function countCalls(file: string, name: string): Promise<CallCount> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    take: async () => {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const named = result
        .filter(({ url }) => url.split('?')[0]?.endsWith(file) === true)
        .flatMap(({ functions }) => functions.filter(({ functionName }) => functionName === name))
        .flatMap(({ ranges }) => ranges.slice(0, 1));
      // What exports a function is a shorter function of the same name.
      const length = (range: (typeof named)[number]): number => range.endOffset - range.startOffset;
      return named.toSorted((a, b) => length(b) - length(a))[0]?.count ?? 0;
    },
    stop: () => session.disconnect(),
  };
}
