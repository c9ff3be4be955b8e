import { MAX_EVIDENCE } from '../../domain/step';
import { quoted } from './quote';
import { Recent } from './recent';
import { isAside, type KnownResult } from './seenStep';
import type { StepDetector } from './stepDetector';

/** Checks whose results are followed, the newest. */
const MAX_CHECKS = 64;

interface Check {
  /** Times that each failure came back after something new was changed. */
  readonly failures: Map<KnownResult, number[]>;
  /** New changes that had been made when it ran last. */
  changes: number;
}

/** The same check fails in the same way after each of several edits: none of them touches the cause. */
export function failureAfterEdits(limit: number): StepDetector {
  const checks = new Recent<Check>(MAX_CHECKS);
  let changes = 0;
  return {
    name: 'failure after edits',
    observe(seen) {
      if (isAside(seen)) return undefined;
      if (seen.isNewChange) changes += 1;
      const { call, result, step } = seen;
      if (call.effect.kind !== 'looks') return undefined;
      if (result.kind !== 'failure') {
        checks.set(call.key, { failures: new Map(), changes });
        return undefined;
      }
      const check = checks.get(call.key) ?? {
        failures: new Map<KnownResult, number[]>(),
        changes: -1,
      };
      checks.set(call.key, check);
      const isAfterEdit = check.changes !== changes;
      check.changes = changes;
      if (!isAfterEdit) return undefined;
      const steps = [...(check.failures.get(result) ?? []), step.number].slice(-MAX_EVIDENCE);
      check.failures.set(result, steps);
      if (steps.length < 2) return undefined;
      return {
        count: steps.length,
        limit,
        evidence: steps,
        message: `the same failure came back after ${steps.length - 1} edits: ${quoted(call)}`,
      };
    },
  };
}
