import type { Step, StepVerdict } from '../../domain/step';
import type { StepLimits } from '../../domain/stepLimits';
import { callCycle } from './callCycle';
import { CallBook } from './callBook';
import { failureAfterEdits } from './failureAfterEdits';
import { Recent } from './recent';
import { repeatedCall } from './repeatedCall';
import { repeatedText } from './repeatedText';
import { similarCalls } from './similarCalls';
import type { Growth, StepDetector } from './stepDetector';
import { undoneEdits } from './undoneEdits';

/** Looks at the steps of one run as they come, with every detector; of bounded memory. */
export interface StepWatch {
  /**
   * What is found with this step, the strongest first; empty for nothing. A loop is told once as
   * `suspect` and once as `stuck`, not again with each further step of it. Never throws.
   */
  observe(step: Step): readonly StepVerdict[];
  /** The strongest finding that still stands after the last step; undefined when the pattern is broken. */
  readonly suspicion: StepVerdict | undefined;
}

/** Agents inside one run that are told apart, the newest. */
const MAX_THREADS = 64;

/** A watch over a run that has not begun. */
export function createStepWatch(limits: StepLimits): StepWatch {
  const threads = new Recent<ThreadWatch>(MAX_THREADS);
  let suspicion: StepVerdict | undefined;
  return {
    observe(step) {
      const thread = step.thread ?? '';
      const watch = threads.get(thread) ?? new ThreadWatch(limits);
      threads.set(thread, watch);
      const { verdicts, standing } = watch.observe(step);
      suspicion = standing;
      return verdicts;
    },
    get suspicion() {
      return suspicion;
    },
  };
}

interface Watched {
  readonly detector: StepDetector;
  /** How far the loop that it sees was told; 'none' where it sees none. */
  told: 'none' | StepVerdict['level'];
}

/** The steps of one agent. */
class ThreadWatch {
  private readonly book = new CallBook();
  private readonly watched: readonly Watched[];

  constructor(limits: StepLimits) {
    this.watched = detectors(limits).map((detector) => ({ detector, told: 'none' }));
  }

  observe(step: Step): { verdicts: readonly StepVerdict[]; standing: StepVerdict | undefined } {
    const seen = this.book.see(step);
    const verdicts: StepVerdict[] = [];
    const all: StepVerdict[] = [];
    for (const each of this.watched) {
      const growth = each.detector.observe(seen);
      const verdict = growth && verdictOf(each.detector, growth, step.number);
      if (verdict !== undefined) all.push(verdict);
      const level = verdict?.level ?? 'none';
      if (verdict !== undefined && RANK[level] > RANK[each.told]) verdicts.push(verdict);
      each.told = level;
    }
    if (all.length === 0) return NOTHING;
    return {
      verdicts: verdicts.toSorted(strongestFirst),
      standing: all.toSorted(strongestFirst)[0],
    };
  }
}

const NOTHING = { verdicts: [], standing: undefined } as const;
const RANK = { none: 0, suspect: 1, stuck: 2 } as const;

function strongestFirst(a: StepVerdict, b: StepVerdict): number {
  return RANK[b.level] - RANK[a.level];
}

function detectors(limits: StepLimits): readonly StepDetector[] {
  return [
    repeatedCall(limits.repeatedCalls),
    callCycle(limits.callCycles),
    similarCalls(limits.similarCalls),
    undoneEdits(limits.undoneEdits),
    failureAfterEdits(limits.failuresAfterEdits),
    repeatedText(limits.repeatedTexts),
  ];
}

function verdictOf(detector: StepDetector, growth: Growth, step: number): StepVerdict | undefined {
  const level = growth.count >= growth.limit ? 'stuck' : 'suspect';
  return { step, level, detector: detector.name, ...growth };
}
