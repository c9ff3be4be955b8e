import type { Doubt } from '../../model/verification/doubt';
import type { Measurement } from '../../model/verification/measurement';
import type { TestCase } from '../../model/verification/testRun';

/** Tests of one verification. */
export interface TestsSeen {
  readonly measurement: Measurement | undefined;
  /** Every test by name, if the source names them all. */
  readonly cases?: readonly TestCase[];
}

/**
 * The doubt that a pass ran fewer tests than an earlier verification; undefined if as many ran, so
 * that renamed and moved tests raise none. Skipped tests did not run. Counts of different kinds
 * (packages and tests) are not compared; but where the verification is the same, no test has run if single tests
 * passed before and only packages do now.
 */
export function findFewerTests(
  earlier: readonly TestsSeen[],
  now: TestsSeen,
  isSameVerification = false,
): Extract<Doubt, { readonly kind: 'fewerTests' }> | undefined {
  const isWithoutTests =
    isSameVerification &&
    isPartial(now.measurement) &&
    earlier.some(({ measurement }) => hasNamedPasses(measurement));
  const ran = isWithoutTests ? 0 : countRan(now.measurement);
  const comparable = earlier.filter(
    ({ measurement }) => ran === 0 || isPartial(measurement) === isPartial(now.measurement),
  );
  const before = Math.max(0, ...comparable.map(({ measurement }) => countRan(measurement)));
  if (ran >= before) return undefined;
  return { kind: 'fewerTests', ran, before, missing: listMissing(comparable, now) };
}

/** Ids that ran earlier and do not run now; empty if either side is not named completely. */
function listMissing(earlier: readonly TestsSeen[], { cases }: TestsSeen): readonly string[] {
  if (cases === undefined) return [];
  const running = new Set(cases.filter(hasRun).map(({ id }) => id));
  const known = earlier.flatMap((one) => (one.cases ?? []).filter(hasRun).map(({ id }) => id));
  return [...new Set(known)].filter((id) => !running.has(id));
}

function hasRun({ outcome }: TestCase): boolean {
  return outcome !== 'skipped';
}

/** Files and set-ups that could not run are no tests. */
function countRan(measurement: Measurement | undefined): number {
  if (measurement === undefined) return 0;
  return measurement.passed + measurement.failed - (measurement.errors ?? 0);
}

/** Runners that list only failing tests never tell how many passed. */
function hasNamedPasses(measurement: Measurement | undefined): boolean {
  return measurement !== undefined && !isPartial(measurement) && measurement.passed > 0;
}

function isPartial(measurement: Measurement | undefined): boolean {
  return measurement?.partial === true;
}
