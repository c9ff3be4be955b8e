import type { Step, StepVerdict } from '../../../model/steps/step';
import type { StepLimits } from '../../../model/config/stepLimits';
import { RecentMap } from '../memory/recentMap';
import { RefusalTally, type RefusalCount } from '../refusals/refusalTally';
import { toTextKey } from '../text/parseArgs';
import type { DismissedSource } from '../../../model/steps/finding';
import { ThreadWatch, type WatchOptions } from './threadWatch';
import { maskVolatile } from '../text/maskVolatile';

/**
 * Runs every detector over the steps of one run as they arrive, in bounded memory. A new user
 * message resets the watch; a repeated one ("go on") does not, since it restarts the agent's loop.
 */
export interface StepWatch {
  /**
   * Observes a step; returns its new verdicts, strongest first. A loop is reported once as
   * `suspect` and once as `stuck`. Never throws.
   */
  observe(step: Step): readonly StepVerdict[];
  /** The strongest verdict that lasts after the last step; undefined if the pattern is broken. */
  readonly suspicion: StepVerdict | undefined;
  /** Refusals so far, most frequent first; empty if the run is attended. */
  readonly refusals: readonly RefusalCount[];
}

/** Maximum number of agents inside one run that are tracked. */
const MAX_THREADS = 16;
/** Maximum number of user messages that are remembered. */
const MAX_USER_MESSAGES = 64;
/** Characters of a user message that are compared. */
const MAX_COMPARED_MESSAGE = 8_192;

/**
 * Creates a watch over a new run; `isAttended`: a person may be present, the default. With
 * `dismissed`, `stuck` verdicts name their places, and findings like one of these are not reported.
 */
export function createStepWatch(
  limits: StepLimits,
  isAttended = true,
  dismissed?: DismissedSource,
): StepWatch {
  return new RunWatch({ limits, isAttended, refusals: new RefusalTally(), dismissed });
}

/**
 * A class, because each object literal with a getter gets its own hidden class, which retains the
 * texts of the run until the next full collection.
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

  /**
   * Resets the watch unless the message was given before, apart from volatile text such as times.
   */
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

/** Completes missing members of a step; undefined if it has no number. */
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
