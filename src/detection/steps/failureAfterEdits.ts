import { MAX_EVIDENCE } from '../../domain/step';
import { quoted } from './quote';
import { isAside, type KnownResult } from './seenStep';
import type { StepDetector } from './stepDetector';

/** Different failures that are followed, the newest. */
const MAX_FAILURES = 16;

interface Failure {
  readonly result: KnownResult;
  /** Steps that met it, each after something new was changed. */
  steps: number[];
  /** New changes that had been made when it was met last. */
  changes: number;
}

/**
 * A check fails in the same way after each of several edits, at whatever line and whatever command runs it: none
 * of the edits touches the cause. A check that passes ends it.
 */
export function failureAfterEdits(limit: number): StepDetector {
  let failures: Failure[] = [];
  const failed = new Set<string>();
  let changes = 0;
  return {
    name: 'failure after edits',
    observe(seen) {
      if (isAside(seen)) return undefined;
      if (seen.isNewChange) changes += 1;
      const { call, result, step } = seen;
      if (call.effect.kind !== 'looks') return undefined;
      if (result.kind !== 'failure') {
        if (failed.delete(call.key)) failures = [];
        return undefined;
      }
      failed.add(call.key);
      if (failed.size > MAX_FAILURES) failed.delete([...failed][0] ?? '');
      const known = failures.find((each) => each.result.isSameFailure(result));
      const failure = known ?? { result, steps: [], changes: -1 };
      failures = [...failures.filter((each) => each !== known), failure].slice(-MAX_FAILURES);
      if (failure.changes === changes) return undefined;
      failure.changes = changes;
      failure.steps = [...failure.steps, step.number].slice(-MAX_EVIDENCE);
      const count = failure.steps.length;
      if (count < 2) return undefined;
      return {
        count,
        limit,
        evidence: failure.steps,
        message: `the same failure came back after ${count - 1} edits: ${quoted(call)}`,
      };
    },
  };
}
