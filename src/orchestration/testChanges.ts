import type { TurnEnd } from '../domain/turn';

export interface TestChanges {
  readonly newlyFailing: readonly string[];
  readonly newlyPassing: readonly string[];
}

/**
 * Which tests fail in a turn and did not in the last earlier one that named its failing tests, and
 * the other way round. Nothing where either of the two does not name them.
 */
export function testChanges(turn: TurnEnd, earlier: readonly TurnEnd[]): TestChanges {
  const now = failingIn(turn);
  const before = earlier.map(failingIn).findLast((names) => names !== undefined);
  if (now === undefined || before === undefined) return { newlyFailing: [], newlyPassing: [] };
  return {
    newlyFailing: [...now].filter((name) => !before.has(name)),
    newlyPassing: [...before].filter((name) => !now.has(name)),
  };
}

/** Names of the failing tests; undefined when tests were not measured or failed without a name. */
function failingIn({ verification, failure }: TurnEnd): ReadonlySet<string> | undefined {
  const { measurement } = verification ?? {};
  if (measurement === undefined || measurement.passed + measurement.failed === 0) return undefined;
  if (measurement.failed === 0) return new Set();
  const names = failure?.failingTests ?? [];
  return names.length === 0 ? undefined : new Set(names);
}
