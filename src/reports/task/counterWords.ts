/** A task's entropy and pivots, with their limits. */
export interface Counters {
  readonly entropy: number;
  readonly loopThreshold: number;
  readonly pivots: number;
  readonly maxPivots: number;
}

/** The plain words for entropy and pivot; docs/glossary.md has both terms. */
export const ENTROPY_NAME = 'failed in a row';
export const PIVOT_NAME = 'fresh start';

/** "failed in a row 2 of 3": the entropy of a task. */
export function describeEntropy({
  entropy,
  loopThreshold,
}: Pick<Counters, 'entropy' | 'loopThreshold'>): string {
  return `${ENTROPY_NAME} ${entropy} of ${loopThreshold}`;
}

/** "fresh start 1 of 2": the pivots of a task. */
export function describePivots({
  pivots,
  maxPivots,
}: Pick<Counters, 'pivots' | 'maxPivots'>): string {
  return `${PIVOT_NAME} ${pivots} of ${maxPivots}`;
}

/** What `describeEntropy` counts, in one sentence with the term. */
export function explainEntropy({ loopThreshold }: Pick<Counters, 'loopThreshold'>): string {
  return `Entropy: failed turns in a row without progress. At ${loopThreshold}, the agent has to start afresh, or the task waits for you.`;
}

/** What `describePivots` counts, in one sentence with the term. */
export function explainPivots({ maxPivots }: Pick<Counters, 'maxPivots'>): string {
  const times = maxPivots === 1 ? 'once' : `${maxPivots} times`;
  return `Pivot: the agent has to drop its approach and try another one, at most ${times}; if none helps, the task waits for you.`;
}
