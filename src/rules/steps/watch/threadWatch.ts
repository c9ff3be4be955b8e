import type { Step, StepVerdict } from '../../../model/steps/step';
import type { StepLimits } from '../../../model/config/stepLimits';
import { callCycle } from '../detectors/callCycle';
import { CallBook } from '../calls/callBook';
import { failureAfterEdits } from '../detectors/failureAfterEdits';
import type { RefusalTally } from '../refusals/refusalTally';
import { repeatedCall } from '../detectors/repeatedCall';
import { refusedCall } from '../detectors/refusedCall';
import { repeatedText } from '../detectors/repeatedText';
import { isAside, type SeenStep } from '../calls/seenStep';
import { similarCalls } from '../detectors/similarCalls';
import type { Growth, StepDetector } from '../detectors/stepDetector';
import { undoneEdits } from '../detectors/undoneEdits';

/** What a watch goes by. */
export interface WatchOptions {
  readonly limits: StepLimits;
  /** Whether a person may have refused a call: that is theirs to decide, as often as they like. */
  readonly isAttended: boolean;
  /** Takes in each refusal. */
  readonly refusals: RefusalTally;
}

type Level = StepVerdict['level'];

/** What a detector sees, as long as it does. */
interface Standing {
  readonly level: Level;
  readonly growth: Growth;
  readonly step: number;
}

/** A loop that was told: its level is the highest that was told of it. */
interface Told {
  readonly level: Level;
  readonly evidence: readonly number[];
}
/** Loops of one detector that are known to be told, the newest: several may go on by turns. */
const MAX_TOLD = 4;

/** A detector, with what it sees and what was told of it. */
interface Watched {
  readonly detector: StepDetector;
  /** Undefined where it sees nothing. */
  standing: Standing | undefined;
  /** Oldest first. */
  told: readonly Told[];
}

/** Looks at the steps of one agent. */
export class ThreadWatch {
  private readonly book = new CallBook();
  private readonly watched: readonly Watched[];

  constructor(private readonly options: WatchOptions) {
    this.watched = detectors(options).map((detector) => ({
      ...{ detector, standing: undefined, told: [] },
    }));
  }

  /** What is found with this step, the strongest first. */
  observe(step: Step): readonly StepVerdict[] {
    const seen = this.book.see(step);
    // Only of runs of Devs: to look at each result costs time, and a recorded run has no use for it.
    if (!this.options.isAttended) this.count(seen);
    let found: StepVerdict[] | undefined;
    for (const each of this.watched) {
      const growth = each.detector.observe(seen);
      // What only was said in between breaks nothing.
      if (growth === undefined && (each.standing === undefined || isAside(seen))) continue;
      const verdict = take(each, growth && standingOf(growth, seen));
      if (verdict !== undefined) (found ??= []).push(verdict);
    }
    return found?.toSorted(strongestFirst) ?? [];
  }

  private count({ result: { refusal } }: SeenStep): void {
    if (refusal !== undefined) this.options.refusals.add(refusal);
  }

  /** The strongest finding that stands; undefined when nothing does. */
  get suspicion(): StepVerdict | undefined {
    const standing = this.watched.flatMap(({ detector, standing }) =>
      standing === undefined ? [] : [verdictOf(detector, standing)],
    );
    return standing.toSorted(strongestFirst)[0];
  }
}

/** Takes in what a detector sees after a step, and gives what is news of it. */
function take(watched: Watched, standing: Standing | undefined): StepVerdict | undefined {
  const before = watched.standing;
  watched.standing = standing;
  if (before !== undefined && standing === undefined) leave(watched, before);
  if (standing === undefined) return undefined;
  if (before !== undefined && RANK[standing.level] <= RANK[before.level]) return undefined;
  const verdict = verdictOf(watched.detector, standing);
  const known = toldOf(watched, verdict.evidence);
  if (known !== undefined && RANK[verdict.level] <= RANK[known.level]) return undefined;
  remember(watched, known, verdict);
  return verdict;
}

/** Keeps by which steps a loop is known that may only be interrupted. */
function leave(watched: Watched, { growth }: Standing): void {
  const evidence = growth.evidence();
  const known = toldOf(watched, evidence);
  if (known !== undefined) remember(watched, known, { level: known.level, evidence });
}

/** The newest loop that was told with one of these steps. */
function toldOf({ told }: Watched, evidence: readonly number[]): Told | undefined {
  return told.findLast((each) => each.evidence.some((step) => evidence.includes(step)));
}

function remember(watched: Watched, known: Told | undefined, { level, evidence }: Told): void {
  const others = watched.told.filter((each) => each !== known);
  watched.told = [...others, { level, evidence }].slice(-MAX_TOLD);
}

/** What happened once is nothing to speak of, nor is what is less than half way to a loop. */
const LEAST_COUNT = 2;
const RANK = { suspect: 1, stuck: 2 } as const;

function strongestFirst(a: StepVerdict, b: StepVerdict): number {
  return RANK[b.level] - RANK[a.level];
}

function standingOf(growth: Growth, { step, result }: SeenStep): Standing | undefined {
  if (growth.count < Math.max(LEAST_COUNT, growth.limit / 2)) return undefined;
  // Nobody goes round in circles by meeting what is outside of their reach: that counts as a refusal alone.
  if (result.isOutside && growth.refusal === undefined) return undefined;
  const level = growth.count >= growth.limit ? 'stuck' : 'suspect';
  return { level, growth, step: step.number };
}

function verdictOf({ name }: StepDetector, { level, growth, step }: Standing): StepVerdict {
  const { count, limit, refusal } = growth;
  const [evidence, message] = [growth.evidence(), growth.message()];
  const found = { step, level, detector: name, evidence, count, limit, message };
  return refusal === undefined ? found : { ...found, refusal };
}

function detectors({ limits, isAttended }: WatchOptions): readonly StepDetector[] {
  return [
    refusedCall(limits.refusedCalls, isAttended),
    repeatedCall(limits.repeatedCalls),
    callCycle(limits.callCycles),
    similarCalls(limits.similarCalls),
    undoneEdits(limits.undoneEdits),
    failureAfterEdits(limits.failuresAfterEdits),
    repeatedText(limits.repeatedTexts),
  ];
}
