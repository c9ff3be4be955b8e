import type { DismissedSource } from '../../../model/steps/finding';
import type { Step, StepVerdict } from '../../../model/steps/step';
import type { StepLimits } from '../../../model/config/stepLimits';
import { detectCallCycle } from '../detectors/detectCallCycle';
import { CallHistory } from '../calls/callHistory';
import { detectFailureAfterEdits } from '../detectors/detectFailureAfterEdits';
import type { RefusalTally } from '../refusals/refusalTally';
import { detectRepeatedCall } from '../detectors/detectRepeatedCall';
import { detectRepeatedFailure } from '../detectors/detectRepeatedFailure';
import { detectRepeatedEdit } from '../detectors/detectRepeatedEdit';
import { detectRefusedCall } from '../detectors/detectRefusedCall';
import { detectRepeatedText } from '../detectors/detectRepeatedText';
import { isTextOrPlan, type ObservedStep } from '../calls/observedStep';
import { detectSimilarCalls } from '../detectors/detectSimilarCalls';
import { detectNothingNew } from '../detectors/detectNothingNew';
import type { Growth, StepDetector } from '../detectors/stepDetector';
import { detectUndoneEdits } from '../detectors/detectUndoneEdits';
import { isDismissed } from '../findings/isSameFinding';
import { OutcomeHistory } from '../trials/outcomeHistory';

/** Settings of a watch. */
export interface WatchOptions {
  readonly limits: StepLimits;
  /** Whether a person may refuse calls, which then do not count. */
  readonly isAttended: boolean;
  /** Counts each refusal. */
  readonly refusals: RefusalTally;
  /** As in `createStepWatch`. */
  readonly dismissed: DismissedSource | undefined;
}

type Level = StepVerdict['level'];

/** The current repetition of a detector. */
interface ActiveGrowth {
  readonly level: Level;
  readonly growth: Growth;
  readonly step: number;
}

/** A reported loop with the highest level reported. */
interface ReportedLoop {
  readonly level: Level;
  readonly evidence: readonly number[];
}
/** Maximum number of reported loops per detector: several may alternate. */
const MAX_REPORTED = 4;

/** A detector with its current repetition and reported loops. */
interface WatchedDetector {
  readonly detector: StepDetector;
  /** Undefined if it sees no repetition. */
  active: ActiveGrowth | undefined;
  /** Oldest first. */
  reported: readonly ReportedLoop[];
}

/** Runs the detectors over the steps of one agent. */
export class ThreadWatch {
  private readonly history = new CallHistory();
  private readonly outcomes = new OutcomeHistory();
  private readonly watched: readonly WatchedDetector[];
  /** Steps of the dismissed findings that last after the newest step. */
  private dismissedSteps: readonly number[] = [];

  constructor(private readonly options: WatchOptions) {
    this.watched = createDetectors(options).map((detector) => ({
      ...{ detector, active: undefined, reported: [] },
    }));
  }

  /** Observes a step; returns its new verdicts, strongest first. */
  observe(step: Step): readonly StepVerdict[] {
    const observed = this.history.record(step);
    // Only for unattended runs: checking each result costs time, and replays do not need it.
    if (!this.options.isAttended) this.countRefusal(observed);
    const trial = this.outcomes.record(observed);
    let found: StepVerdict[] | undefined;
    if (this.dismissedSteps.length > 0 && !isTextOrPlan(observed)) this.dismissedSteps = [];
    for (const each of this.watched) {
      const growth = each.detector.observe(observed, trial);
      // Text in between does not break a repetition.
      if (growth === undefined && (each.active === undefined || isTextOrPlan(observed))) continue;
      const active = growth && this.toReported(each, toActiveGrowth(growth, observed));
      const verdict = updateDetector(each, active);
      if (verdict !== undefined) (found ??= []).push(this.withPlaces(verdict, active));
    }
    return found?.filter((each) => !this.isInDismissed(each)).toSorted(compareByLevel) ?? [];
  }

  /** Another detector may find the same loop by the same steps. */
  private isInDismissed({ evidence }: StepVerdict): boolean {
    return evidence.every((step) => this.dismissedSteps.includes(step));
  }

  /** A dismissed finding is like none. */
  private toReported(
    { detector }: WatchedDetector,
    active: ActiveGrowth | undefined,
  ): ActiveGrowth | undefined {
    const dismissed = active && this.options.dismissed?.();
    const isComparable = dismissed?.some((each) => each.detector === detector.name) === true;
    if (!isComparable) return active;
    const found = { detector: detector.name, places: active?.growth.places() ?? [] };
    if (!isDismissed(found, dismissed)) return active;
    this.dismissedSteps = [...this.dismissedSteps, ...(active?.growth.evidence() ?? [])];
    return undefined;
  }

  private withPlaces(verdict: StepVerdict, active: ActiveGrowth | undefined): StepVerdict {
    const isNamed = this.options.dismissed !== undefined && verdict.level === 'stuck';
    return isNamed && active ? { ...verdict, places: active.growth.places() } : verdict;
  }

  private countRefusal({ result: { refusal } }: ObservedStep): void {
    if (refusal !== undefined) this.options.refusals.add(refusal);
  }

  /** The strongest verdict that lasts; undefined if none. */
  get suspicion(): StepVerdict | undefined {
    const standing = this.watched.flatMap(({ detector, active: standing }) =>
      standing === undefined ? [] : [toVerdict(detector, standing)],
    );
    return standing.filter((each) => !this.isInDismissed(each)).toSorted(compareByLevel)[0];
  }
}

/** Updates a detector after a step; returns a verdict if it is new. */
function updateDetector(
  watched: WatchedDetector,
  standing: ActiveGrowth | undefined,
): StepVerdict | undefined {
  const before = watched.active;
  watched.active = standing;
  if (before !== undefined && standing === undefined) endGrowth(watched, before);
  if (standing === undefined) return undefined;
  if (before !== undefined && RANK[standing.level] <= RANK[before.level]) return undefined;
  const verdict = toVerdict(watched.detector, standing);
  const known = findReported(watched, verdict.evidence);
  if (known !== undefined && RANK[verdict.level] <= RANK[known.level]) return undefined;
  recordReported(watched, known, verdict);
  return verdict;
}

/** Records the evidence of an ended repetition, which may only be interrupted. */
function endGrowth(watched: WatchedDetector, { growth }: ActiveGrowth): void {
  const evidence = growth.evidence();
  const known = findReported(watched, evidence);
  if (known !== undefined) recordReported(watched, known, { level: known.level, evidence });
}

/** Finds the newest reported loop that shares evidence. */
function findReported(
  { reported }: WatchedDetector,
  evidence: readonly number[],
): ReportedLoop | undefined {
  return reported.findLast((each) => each.evidence.some((step) => evidence.includes(step)));
}

function recordReported(
  watched: WatchedDetector,
  known: ReportedLoop | undefined,
  { level, evidence }: ReportedLoop,
): void {
  const others = watched.reported.filter((each) => each !== known);
  watched.reported = [...others, { level, evidence }].slice(-MAX_REPORTED);
}

/** A repetition is reported from two occurrences and half of the limit on. */
const MIN_COUNT = 2;
const RANK = { suspect: 1, stuck: 2 } as const;

function compareByLevel(a: StepVerdict, b: StepVerdict): number {
  return RANK[b.level] - RANK[a.level];
}

function toActiveGrowth(growth: Growth, { step, result }: ObservedStep): ActiveGrowth | undefined {
  if (growth.count < Math.max(MIN_COUNT, growth.limit / 2)) return undefined;
  // An external failure counts only as a refusal.
  if (result.hasExternalCause && growth.refusal === undefined) return undefined;
  const level = growth.count >= growth.limit ? 'stuck' : 'suspect';
  return { level, growth, step: step.number };
}

function toVerdict({ name }: StepDetector, { level, growth, step }: ActiveGrowth): StepVerdict {
  const { count, limit, refusal } = growth;
  const [evidence, message] = [growth.evidence(), growth.message()];
  const found = { step, level, detector: name, evidence, count, limit, message };
  return refusal === undefined ? found : { ...found, refusal };
}

function createDetectors({ limits, isAttended }: WatchOptions): readonly StepDetector[] {
  return [
    detectRefusedCall(limits.refusedCalls, isAttended),
    detectRepeatedCall(limits.repeatedCalls),
    detectCallCycle(limits.callCycles),
    detectSimilarCalls(limits.similarCalls),
    detectUndoneEdits(limits.undoneEdits),
    detectRepeatedEdit(limits.repeatedEdits),
    detectFailureAfterEdits(limits.failuresAfterEdits),
    detectRepeatedText(limits.repeatedTexts),
    detectNothingNew(limits.stepsWithoutNews),
    detectRepeatedFailure(limits.repeatedFailures, isAttended),
  ];
}
