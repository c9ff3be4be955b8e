import type { Doubt, PassAssessment } from '../../model/verification/doubt';

/** Why a pass is doubtful, for every surface. */
export interface DoubtfulPassView {
  /** What makes it doubtful; never empty. */
  readonly facts: readonly DoubtFact[];
  /** How tests and verification changed since the task's start, as a unified diff; '' if unknown. */
  readonly diff: string;
}

/** A label and the tests or files that it is about: "no longer run", [cart › sums]. */
export interface DoubtFact {
  readonly label: string;
  /** Never empty. */
  readonly items: readonly string[];
}

/** Describes the tests that vanished or were edited, and those that fail in their original wording. */
export function describeDoubtfulPass({
  doubts,
  changedTests,
  diff,
}: PassAssessment): DoubtfulPassView {
  const facts = doubts.flatMap(factsOf);
  const changed = { label: 'changed tests', items: changedTests };
  return { facts: [...facts, ...(changedTests.length > 0 ? [changed] : [])], diff };
}

function factsOf(doubt: Doubt): readonly DoubtFact[] {
  switch (doubt.kind) {
    case 'fewerTests': {
      const { ran, before, missing } = doubt;
      return [
        { label: 'tests that ran', items: [`${ran}, before ${before}`] },
        ...(missing.length > 0 ? [{ label: 'no longer run', items: missing }] : []),
      ];
    }
    case 'originalFails':
      // Where the runner names no test, its files stand for them.
      return [
        {
          label: 'original still fails',
          items: doubt.tests.length > 0 ? doubt.tests : doubt.files,
        },
      ];
    case 'originalNotRun':
      return [{ label: 'original could not run', items: doubt.files }];
    case 'failedTests':
      return [
        {
          label: 'failed all the same',
          items: doubt.tests.length > 0 ? doubt.tests : [String(doubt.failed)],
        },
      ];
    case 'verificationChanged':
      return [{ label: 'changed verification', items: doubt.parts }];
    default:
      return doubt satisfies never;
  }
}
