import type { TurnEnd } from '../../../model/turn/turn';
import { foldTestId } from './testIds';

export interface TestChanges {
  readonly newlyFailing: readonly string[];
  readonly newlyPassing: readonly string[];
}

/**
 * Compares the failing tests of a turn with those of the newest earlier turn that names its failing
 * tests. Both lists are empty if there is none or the turn does not name its own.
 */
export function listTestChanges(turn: TurnEnd, earlier: readonly TurnEnd[]): TestChanges {
  const now = failingIn(turn);
  const before = earlier.map(failingIn).findLast((names) => names !== undefined);
  if (now === undefined || before === undefined) return { newlyFailing: [], newlyPassing: [] };
  return { newlyFailing: without(now, before), newlyPassing: without(before, now) };
}

/** Names by their folded form: reports and closing lines write the same test differently. */
type Names = ReadonlyMap<string, string>;

function without(some: Names, others: Names): readonly string[] {
  return [...some].flatMap(([folded, name]) => (others.has(folded) ? [] : [name]));
}

/** Names of the failing tests; undefined if tests were not measured or failed without a name. */
function failingIn({ verification, failure }: TurnEnd): Names | undefined {
  const { measurement } = verification ?? {};
  if (measurement === undefined || measurement.passed + measurement.failed === 0) return undefined;
  if (measurement.failed === 0) return new Map();
  const names = failure?.failingTests ?? [];
  return names.length === 0 ? undefined : new Map(names.map((name) => [foldTestId(name), name]));
}
