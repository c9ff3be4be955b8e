import { MAX_EVIDENCE } from '../../../model/steps/step';
import { isConnectionFailure } from '../results/findExternalCause';
import { RecentMap } from '../calls/recentMap';
import { isRevisionChange } from './revisions';
import { isCheckWithoutSuccess } from './runs';
import { isTextOrPlan, type KnownResult, type ObservedStep } from '../calls/observedStep';
import type { StepDetector } from './stepDetector';

/**
 * How much more often it takes where nothing says that it failed, half of it to make suspicious: what a build prints
 * may be the same after every edit. It proves nothing, however often: the limit is never reached.
 */
const UNCERTAIN_FACTOR = 3;
/** Different failures that are followed, the newest. */
const MAX_FAILURES = 6;
/** Changed files that are remembered. */
const MAX_FILES = 64;

interface Failure {
  readonly result: KnownResult;
  /** Steps that met it, each after something new was changed. */
  steps: number[];
  /** New changes that had been made when it was met last. */
  changes: number;
  /** As `changes`, those to files that had been changed before. */
  repairs: number;
  /** The key of the call that met it last. */
  call: string;
}

/**
 * A check fails in the same way after each of several edits, at whatever line and whatever command runs it, or
 * what is run shows the same as before: none of the edits touches the cause. A check that passes ends it, and so does going to another revision.
 */
export function detectFailureAfterEdits(limit: number): StepDetector {
  let failures: Failure[] = [];
  /** Checks that failed, by their calls, with the new changes that had been made when they ran last. */
  const failed = new Map<string, number>();
  let changes = 0;
  let repairs = 0;
  const changed = new RecentMap<true>(MAX_FILES);

  /** Whether a change is to what was changed before, as far as anybody can tell. */
  function isRepair({ call: { effect } }: ObservedStep): boolean {
    if (effect.kind !== 'replaces' && effect.kind !== 'writes') return true;
    const isKnown = changed.get(effect.path) === true;
    changed.set(effect.path, true);
    return isKnown;
  }

  /** The same check fails on while other files are worked on: nobody has tried to mend it. */
  function isUnrelated(failure: Failure, { call }: ObservedStep): boolean {
    if (failure.changes === changes) return true;
    return failure.call === call.key && failure.repairs === repairs;
  }

  function findFailure(observed: ObservedStep): Failure | undefined {
    const { call, result } = observed;
    if (result.kind !== 'failure' && !isCheckWithoutSuccess(observed)) {
      if (failed.delete(call.key)) failures = [];
      return undefined;
    }
    // What it needs is not there yet: it says nothing of any edit.
    if (isConnectionFailure(result.text)) return undefined;
    // Nothing was changed since it ran: it says nothing of any edit.
    if (failed.get(call.key) === changes) return undefined;
    failed.set(call.key, changes);
    if (failed.size > MAX_FAILURES) failed.delete([...failed.keys()][0] ?? '');
    const known = failures.find((each) => isSameOutcome(each.result, result));
    const failure = known ?? { result, steps: [], changes: -1, repairs: -1, call: '' };
    failures = [...failures.filter((each) => each !== known), failure].slice(-MAX_FAILURES);
    return failure;
  }

  return {
    name: 'failure after edits',
    observe(observed) {
      if (isTextOrPlan(observed)) return undefined;
      if (observed.isNewChange) {
        changes += 1;
        if (isRevisionChange(observed)) failures = [];
        if (isRepair(observed)) repairs += 1;
      }
      const failure = observed.call.effect.kind === 'looks' ? findFailure(observed) : undefined;
      if (failure === undefined || isUnrelated(failure, observed)) return undefined;
      Object.assign(failure, { changes, repairs, call: observed.call.key });
      failure.steps = [...failure.steps, observed.step.number].slice(-MAX_EVIDENCE);
      const { call, result } = observed;
      const count = failure.steps.length;
      return {
        count,
        limit: result.kind === 'failure' ? limit : Math.max(limit * UNCERTAIN_FACTOR, count + 1),
        evidence: () => failure.steps,
        message: () =>
          `${result.kind === 'failure' ? 'the same failure' : 'the same output'} came back after ${count - 1} ${count === 2 ? 'edit' : 'edits'}: ${call.quote}`,
      };
    },
  };
}

/** The same failure of whatever check, or the same output of the same one. */
function isSameOutcome(a: KnownResult, b: KnownResult): boolean {
  return a === b || a.isSameFailure(b);
}
