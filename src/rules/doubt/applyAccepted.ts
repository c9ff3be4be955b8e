import type { AcceptedPass } from '../../model/baseline/acceptedPass';
import type { Baseline } from '../../model/baseline/baseline';
import type { Doubt } from '../../model/verification/doubt';
import type { Measurement } from '../../model/verification/measurement';
import type { TestCase } from '../../model/verification/testRun';
import { foldTestId } from '../failure/signature/testIds';

/** The baseline without the tests that a human accepted as gone or changed since, and with the accepted command. */
export function applyAccepted(baseline: Baseline): Baseline {
  return (baseline.accepted ?? []).reduce(applyPass, baseline);
}

function applyPass(baseline: Baseline, { commands, doubts }: AcceptedPass): Baseline {
  const isSame = JSON.stringify(baseline.command) === JSON.stringify(commands.from);
  const gone = new Set(doubts.flatMap(goneTests).map(foldTestId));
  const fewer = isSame ? Math.max(0, ...doubts.map(countFewer)) : 0;
  const take = <T extends Tests>(tests: T): T => withoutTests(tests, gone, fewer);
  const { measurement, cases } = take({
    measurement: baseline.verification.measurement,
    ...(baseline.cases && { cases: baseline.cases }),
  });
  return {
    ...baseline,
    command: isSame ? commands.to : baseline.command,
    verification: { ...baseline.verification, ...(measurement && { measurement }) },
    failingTests: baseline.failingTests.filter((id) => !gone.has(foldTestId(id))),
    ...(cases && { cases }),
    ...(baseline.best && { best: take(baseline.best) }),
  };
}

function goneTests(doubt: Doubt): readonly string[] {
  if (doubt.kind === 'fewerTests') return doubt.missing;
  return doubt.kind === 'originalFails' ? doubt.tests : [];
}

function countFewer(doubt: Doubt): number {
  return doubt.kind === 'fewerTests' ? doubt.before - doubt.ran : 0;
}

interface Tests {
  readonly measurement: Measurement | undefined;
  readonly cases?: readonly TestCase[];
}

/** Takes tests out by name, or `fewer` of them where they have none. */
function withoutTests<T extends Tests>(tests: T, gone: ReadonlySet<string>, fewer: number): T {
  const { measurement, cases } = tests;
  const kept = cases?.filter(({ id }) => !gone.has(foldTestId(id)));
  const named = (cases?.length ?? 0) - (kept?.length ?? 0);
  const taken = measurement && takeFrom(measurement, named > 0 ? named : fewer);
  return { ...tests, measurement: taken, ...(kept && { cases: kept }) };
}

/** The failing ones first: they are what an agent gets rid of. */
function takeFrom(measurement: Measurement, count: number): Measurement {
  const failed = Math.min(measurement.failed - (measurement.errors ?? 0), count);
  const passed = Math.min(measurement.passed, count - failed);
  return {
    ...measurement,
    failed: measurement.failed - failed,
    passed: measurement.passed - passed,
  };
}
