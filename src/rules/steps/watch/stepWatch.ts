import type { Step, StepVerdict } from '../../../model/steps/step';
import type { StepLimits } from '../../../model/config/stepLimits';
import { RecentMap } from '../calls/recentMap';
import { RefusalTally, type RefusalCount } from '../refusals/refusalTally';
import { toTextKey } from '../text/parseArgs';
import { ThreadWatch, type WatchOptions } from './threadWatch';
import { maskVolatile } from '../text/maskVolatile';

/**
 * Looks at the steps of one run as they come, with every detector; of bounded memory. What a user says begins something
 * new, unless it was said before: whoever only says "go on" sends an agent into its loop once more.
 */
export interface StepWatch {
  /**
   * What is found with this step, the strongest first; empty for nothing. A loop is told once as
   * `suspect` and once as `stuck`, not again with each further step of it. Never throws.
   */
  observe(step: Step): readonly StepVerdict[];
  /** The strongest finding that still stands after the last step; undefined when the pattern is broken. */
  readonly suspicion: StepVerdict | undefined;
  /** What was refused so far, the most frequent first; empty where the run is attended. */
  readonly refusals: readonly RefusalCount[];
}

/** Agents inside one run that are told apart, the newest. */
const MAX_THREADS = 16;
/** Different words of a user that are remembered, the newest. */
const MAX_USER_MESSAGES = 64;
/** Characters of them that are compared, the first ones. */
const MAX_COMPARED_MESSAGE = 8_192;

/** A watch over a run that has not begun. Somebody may be at the agent unless `isAttended` is false. */
export function createStepWatch(limits: StepLimits, isAttended = true): StepWatch {
  return new RunWatch({ limits, isAttended, refusals: new RefusalTally() });
}

/**
 * A class, since each object literal with a getter gets a hidden class of its own, which keeps what the getter closes
 * over, the texts of the run, until the next full collection.
 */
class RunWatch implements StepWatch {
  private readonly userMessages = new RecentMap<true>(MAX_USER_MESSAGES);
  private threads = new RecentMap<ThreadWatch>(MAX_THREADS);
  private newest: { readonly thread: string; readonly watch: ThreadWatch } | undefined;

  constructor(private readonly options: WatchOptions) {}

  observe(received: Step): readonly StepVerdict[] {
    const step = toWellFormed(received);
    if (step === undefined) return [];
    if (step.asked !== undefined) this.recordUserMessage(step.asked);
    const thread = step.thread ?? '';
    if (this.newest?.thread !== thread) this.newest = { thread, watch: this.findWatch(thread) };
    return this.newest.watch.observe(step);
  }

  get refusals(): readonly RefusalCount[] {
    return this.options.refusals.counts;
  }

  get suspicion(): StepVerdict | undefined {
    return this.newest?.watch.suspicion;
  }

  /** What differs only in what varies, such as the time, was said before. */
  private recordUserMessage(asked: string): void {
    const key = toTextKey(
      asked.slice(0, MAX_COMPARED_MESSAGE).split('\n').map(maskVolatile).join('\n'),
    );
    if (this.userMessages.get(key) === true) return;
    this.userMessages.set(key, true);
    [this.threads, this.newest] = [new RecentMap(MAX_THREADS), undefined];
  }

  private findWatch(thread: string): ThreadWatch {
    const watch = this.threads.get(thread) ?? new ThreadWatch(this.options);
    this.threads.set(thread, watch);
    return watch;
  }
}

/** A step with every member there; undefined where nobody could say which one it is. */
function toWellFormed(step: Partial<Record<keyof Step, unknown>>): Step | undefined {
  const { number, error, thread, madeWith, asked } = step;
  if (typeof number !== 'number') return undefined;
  if (isWellFormed(step)) return step;
  return {
    number,
    tool: toText(step.tool),
    args: toText(step.args),
    result: toText(step.result),
    thought: toText(step.thought),
    ...(typeof error === 'boolean' ? { error } : {}),
    ...(typeof thread === 'string' ? { thread } : {}),
    ...(typeof madeWith === 'number' ? { madeWith } : {}),
    ...(typeof asked === 'string' ? { asked } : {}),
  };
}

function isWellFormed(step: Partial<Record<keyof Step, unknown>>): step is Step {
  return (
    typeof step.tool === 'string' &&
    typeof step.args === 'string' &&
    typeof step.result === 'string' &&
    typeof step.thought === 'string' &&
    (step.error === undefined || typeof step.error === 'boolean') &&
    (step.thread === undefined || typeof step.thread === 'string') &&
    (step.madeWith === undefined || typeof step.madeWith === 'number') &&
    (step.asked === undefined || typeof step.asked === 'string')
  );
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
