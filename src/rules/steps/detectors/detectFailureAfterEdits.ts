import { MAX_EVIDENCE } from '../../../model/steps/step';
import { hasSuccessWords } from '../results/successWords';
import { isConnectionFailure } from '../results/findExternalCause';
import { countOf } from '../../../text/count';
import { RecentMap } from '../memory/recentMap';
import { isTextOrPlan, type KnownResult, type ObservedStep } from '../calls/observedStep';
import { toFailurePlace } from '../findings/toPlace';
import { describeCheckTrial } from './describeTrial';
import { sayOutcome } from './sayOutcome';
import {
  extentOf,
  isFurtherDown,
  readReportedPlace,
  type ReportedPlace,
} from '../trials/reportedPlace';
import type { Trial } from '../trials/outcomeHistory';
import type { Growth, StepDetector } from './stepDetector';

/**
 * Factor for outputs that do not state a failure: half of it makes suspicious. They never prove a
 * loop, since a build may print the same after every edit.
 */
const UNCERTAIN_FACTOR = 3;
/** Maximum number of failures that are tracked. */
const MAX_FAILURES = 6;
/** Maximum number of changed files that are remembered. */
const MAX_FILES = 64;

interface Failure {
  readonly result: KnownResult;
  /** Steps with this failure, each after a new change. */
  steps: number[];
  /** Number of new changes at its newest occurrence. */
  changes: number;
  /** As `changes`, only to files that had been changed before. */
  repairs: number;
  /** Key of its newest call. */
  call: string;
  /** The first place that it named the last time, and the lines of all edits before that. */
  place: ReportedPlace | undefined;
  extent: number;
}

/** A failure before its first occurrence is counted. */
function toFailure(result: KnownResult): Failure {
  return { result, steps: [], changes: -1, repairs: -1, call: '', place: undefined, extent: 0 };
}

/**
 * Detects a check that fails in the same way after several edits, regardless of line and command,
 * or whose output stays the same: none of the edits addresses the cause. A passing check or a
 * change of revision ends it.
 */
export function detectFailureAfterEdits(limit: number): StepDetector {
  let failures: Failure[] = [];
  /** Of each failed check, by call: number of new changes at its newest run, and of its failures that count. */
  const failed = new Map<string, { readonly changes: number; runs: number }>();
  let changes = 0;
  let repairs = 0;
  /** Lines of all edits. */
  let extent = 0;
  const changed = new RecentMap<true>(MAX_FILES);

  /** Whether a step changes a file that was changed before; true if the file is unknown. */
  function isRepair({ edited }: ObservedStep): boolean {
    if (edited === undefined) return true;
    let isKnown = false;
    for (const { edit } of edited.edits) {
      if (changed.get(edit.edit.path) === true) isKnown = true;
      changed.set(edit.edit.path, true);
    }
    return isKnown;
  }

  /** Whether the failure is unrelated to the edits: nothing changed, or only other files did. */
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
    // A missing server is unrelated to an edit.
    if (isConnectionFailure(result.text)) return undefined;
    // Nothing changed since the check ran.
    const before = failed.get(call.key);
    if (before?.changes === changes) return undefined;
    failed.set(call.key, { changes, runs: before?.runs ?? 0 });
    if (failed.size > MAX_FAILURES) failed.delete([...failed.keys()][0] ?? '');
    const known = failures.find((each) => isSameOutcome(each.result, result));
    const failure = known ?? toFailure(result);
    failures = [...failures.filter((each) => each !== known), failure].slice(-MAX_FAILURES);
    return failure;
  }

  return {
    name: 'failure after edits',
    observe(observed, trial) {
      if (isTextOrPlan(observed)) return undefined;
      if (observed.isNewChange) {
        changes += 1;
        if (isRevisionChange(observed)) failures = [];
        if (isRepair(observed)) repairs += 1;
        extent += extentOf(observed.edited?.edits.map(({ edit }) => edit) ?? []);
      }
      const place = toPlaceGrowth(observed, trial, limit);
      const failure = observed.call.effect.kind === 'looks' ? findFailure(observed) : undefined;
      if (failure === undefined || isUnrelated(failure, observed)) return place;
      const found = readReportedPlace(observed.step.result);
      // The next one of its kind: those above it are mended.
      if (isFurtherDown(failure.place, found, extent - failure.extent)) failure.steps = [];
      const { key } = observed.call;
      failure.changes = changes;
      failure.repairs = repairs;
      failure.call = key;
      failure.place = found;
      failure.extent = extent;
      failure.steps = [...failure.steps, observed.step.number].slice(-MAX_EVIDENCE);
      const { call, result } = observed;
      const count = failure.steps.length;
      const check = failed.get(key);
      if (check !== undefined) check.runs += 1;
      const runs = result.kind === 'failure' ? (check?.runs ?? count) : undefined;
      const growth: Growth = {
        count,
        limit: result.kind === 'failure' ? limit : Math.max(limit * UNCERTAIN_FACTOR, count + 1),
        evidence: () => failure.steps,
        places: () => [toFailurePlace(call, result)],
        message: () =>
          `${call.name} ${describeRuns(count, runs)}, with edits in between${sayOutcome(call, result)}`,
      };
      // What is nearer to its limit is told.
      return place !== undefined && place.count * growth.limit >= count * place.limit
        ? place
        : growth;
    },
  };
}

/** How often a check gave one outcome; `failed`: how often it failed at all; undefined if it states no failure. */
function describeRuns(count: number, failed: number | undefined): string {
  if (failed === undefined) return `printed the same ${countOf(count, 'time')}`;
  return failed > count
    ? `failed ${failed} times, ${count} of them in the same way`
    : `failed in the same way ${countOf(count, 'time')}`;
}

/** Number of runs from which edits of one place are suspicious: one edit is seldom enough. */
const MIN_RUNS = 3;
/**
 * Share of the limit for edits of one place: who searches for a cause edits in different places.
 */
const ONE_PLACE = 4 / 7;

function toPlaceGrowth(
  { call }: ObservedStep,
  trial: Trial | undefined,
  limit: number,
): Growth | undefined {
  if (trial?.kind !== 'check' || trial.count < MIN_RUNS) return undefined;
  const { count, steps, result, isUnwanted } = trial;
  return {
    ...{ count, limit: isUnwanted ? Math.max(2, Math.ceil(limit * ONE_PLACE)) : limit },
    evidence: () => steps,
    places: () => [toFailurePlace(call, result)],
    message: () => describeCheckTrial(trial, call),
  };
}

/** Whether two results are the same failure, of any check, or the same output of one check. */
function isSameOutcome(a: KnownResult, b: KnownResult): boolean {
  return a === b || a.isSameFailure(b);
}

/** Programs whose output shows whether something works. */
const RUNS =
  /(?:^|[;&|(\n"'][ \t]*)(?:[A-Z_]{1,40}=\S{0,200}\s+)*(?:\.\/\S+|(?:ba|z)?sh\s+\S+\.sh|python[\d.]*|node|npm|npx|yarn|pnpm|bun|deno|tsx?|tsc|jest|vitest|mocha|pytest|tox|nox|ruby|rspec|rake|bundle|php|phpunit|composer|java|javac|mvn|gradle|\.?\/?gradlew|go\s+(?:run|test|build|vet)|cargo|rustc|make|cmake|ctest|ninja|bazel|dotnet|swift|terraform|kubectl|helm|ansible\S*|docker|curl|wget|psql|sqlite3|mysql|Rscript|julia|perl|cc|gcc|g\+\+|clang\S*)\b/;
const RUNNING_TOOL =
  /run|exec|test|check|build|render|screenshot|browser|notebook|cell|validate|preview/i;
/** Characters read from each end. */
const READ = 600;

/** Whether a step runs a check whose output does not report success. */
function isCheckWithoutSuccess({ call, result }: ObservedStep): boolean {
  if (result.kind !== 'answer') return false;
  const runs = /bash|shell|command/i.test(call.tool)
    ? RUNS.test(call.args)
    : RUNNING_TOOL.test(call.tool);
  const { text } = result;
  return runs && !hasSuccessWords(text.slice(0, READ)) && !hasSuccessWords(text.slice(-READ));
}

const MOVES = /\bgit\b[^\n]{0,80}\b(?:checkout|switch|bisect)\b/;
/** Output of git when it checks out another commit; restoring a single file prints no such line. */
const MOVED = /^(?:Note: switching to |Previous HEAD position |Switched to |Bisecting: )/m;

/** Whether a step checked out another revision: later checks run on code without these edits. */
function isRevisionChange({ call, result }: ObservedStep): boolean {
  return call.args.includes('git ') && MOVES.test(call.args) && MOVED.test(result.text);
}
