import type { Step, StepVerdict } from '../../domain/step';
import type { StepLimits } from '../../domain/stepLimits';
import { callCycle } from './callCycle';
import { CallBook } from './callBook';
import { failureAfterEdits } from './failureAfterEdits';
import { Recent } from './recent';
import { repeatedCall } from './repeatedCall';
import { repeatedText } from './repeatedText';
import { isAside, type SeenStep } from './seenStep';
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
const MAX_THREADS = 16;

/** A watch over a run that has not begun. */
export function createStepWatch(limits: StepLimits): StepWatch {
  const threads = new Recent<ThreadWatch>(MAX_THREADS);
  let suspicion: StepVerdict | undefined;
  return {
    observe(told) {
      const step = wellFormed(told);
      if (step === undefined) return NO_VERDICTS;
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

/** A step with every member there; undefined where nobody could say which one it is. */
function wellFormed(step: Partial<Record<keyof Step, unknown>>): Step | undefined {
  const { number, error, thread } = step;
  if (typeof number !== 'number') return undefined;
  if (isWellFormed(step)) return step;
  return {
    number,
    tool: textOf(step.tool),
    args: textOf(step.args),
    result: textOf(step.result),
    thought: textOf(step.thought),
    ...(typeof error === 'boolean' ? { error } : {}),
    ...(typeof thread === 'string' ? { thread } : {}),
  };
}

function isWellFormed(step: Partial<Record<keyof Step, unknown>>): step is Step {
  return (
    typeof step.tool === 'string' &&
    typeof step.args === 'string' &&
    typeof step.result === 'string' &&
    typeof step.thought === 'string' &&
    (step.error === undefined || typeof step.error === 'boolean') &&
    (step.thread === undefined || typeof step.thread === 'string')
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A detector, with what it saw last. */
interface Watched {
  readonly detector: StepDetector;
  /** The newest verdict; its level is the highest that was told of that loop. */
  last: StepVerdict | undefined;
}

/** The steps of one agent. */
class ThreadWatch {
  private readonly book = new CallBook();
  private readonly watched: readonly Watched[];
  private standing: StepVerdict | undefined;

  constructor(limits: StepLimits) {
    this.watched = detectors(limits).map((detector) => ({ detector, last: undefined }));
  }

  observe(step: Step): Observed {
    const seen = this.book.see(step);
    let all: StepVerdict[] | undefined;
    let news: StepVerdict[] | undefined;
    for (const each of this.watched) {
      const growth = each.detector.observe(seen);
      const verdict = growth && verdictOf(each.detector, growth, seen);
      if (verdict === undefined) continue;
      (all ??= []).push(verdict);
      if (isNews(each, verdict)) (news ??= []).push(verdict);
    }
    if (all !== undefined || !isAside(seen)) this.standing = all?.toSorted(strongestFirst)[0];
    return { verdicts: news?.toSorted(strongestFirst) ?? NO_VERDICTS, standing: this.standing };
  }
}

interface Observed {
  readonly verdicts: readonly StepVerdict[];
  readonly standing: StepVerdict | undefined;
}

const NO_VERDICTS: readonly StepVerdict[] = [];

/** Whether nobody was told of the loop, or only that it was suspected. */
function isNews(watched: Watched, verdict: StepVerdict): boolean {
  const { last } = watched;
  const isSame = last?.evidence.some((step) => verdict.evidence.includes(step)) ?? false;
  const told = isSame ? last?.level : undefined;
  watched.last = told === 'stuck' ? { ...verdict, level: told } : verdict;
  return told === undefined || (told === 'suspect' && verdict.level === 'stuck');
}

/** What happened once is nothing to speak of, nor is what is less than half way to a loop. */
const LEAST_COUNT = 2;
const RANK = { suspect: 1, stuck: 2 } as const;

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

function verdictOf(
  { name }: StepDetector,
  growth: Growth,
  { step, result }: SeenStep,
): StepVerdict | undefined {
  if (growth.count < Math.max(LEAST_COUNT, growth.limit / 2)) return undefined;
  if (result.isOutside) return undefined;
  const level = growth.count >= growth.limit ? 'stuck' : 'suspect';
  const { count, limit } = growth;
  const [evidence, message] = [growth.evidence(), growth.message()];
  return { step: step.number, level, detector: name, evidence, count, limit, message };
}
