import type { RunningSteps, StepVerdict } from '../../model/steps/step';
import type { TurnContext } from '../turn/context/turnFacts';

/** Milliseconds between two reports: each one writes the whole database. */
export const REPORT_MS = 1_000;
/** The same, if a suspicion begins, ends or grows, or a human is asked or has answered. */
export const SUSPICION_MS = 250;

export type StepReporterContext = Pick<TurnContext, 'turnId'> & {
  readonly deps: Pick<TurnContext['deps'], 'store' | 'clock' | 'observer'>;
  readonly plan: { readonly task: { readonly id: string }; readonly number: number };
};

/**
 * Stores and reports an agent's current step, at most once per interval and with at most that
 * delay. Never throws: a failed write is reported once.
 */
export class StepReporter {
  private reported: RunningSteps | undefined;
  private reportedAt = -Infinity;
  private next: RunningSteps | undefined;
  private waiting: { readonly until: number; readonly stop: AbortController } | undefined;
  private over = false;
  private hasWarned = false;

  constructor(private readonly context: StepReporterContext) {}

  /** The current state; reported immediately or with the next report. */
  report(steps: RunningSteps): void {
    if (this.over) return;
    this.next = steps;
    const now = this.context.deps.clock.elapsed();
    const isNews =
      !isSameSuspicion(steps.suspicion, this.reported?.suspicion) ||
      !isSameAsks(steps.asks, this.reported?.asks) ||
      !isSameQuestions(steps.questions, this.reported?.questions);
    const due = this.reportedAt + (isNews ? SUSPICION_MS : REPORT_MS);
    if (now >= due) this.put(now);
    else if (this.waiting === undefined || this.waiting.until > due) void this.putAt(due, now);
  }

  /** The call is over: nothing runs any more. */
  close(): void {
    this.endWait();
    this.over = true;
    if (this.reported === undefined) return;
    this.reported = undefined;
    const { deps, turnId } = this.context;
    this.safely(() => deps.store.putRunningSteps(turnId, undefined));
  }

  private async putAt(due: number, now: number): Promise<void> {
    this.endWait();
    const stop = new AbortController();
    this.waiting = { until: due, stop };
    await this.context.deps.clock.wait(due - now, stop.signal);
    if (!stop.signal.aborted) this.put(due);
  }

  private endWait(): void {
    this.waiting?.stop.abort();
    this.waiting = undefined;
  }

  private put(now: number): void {
    this.endWait();
    const { next: steps } = this;
    if (steps === undefined || this.over) return;
    const { deps, plan, turnId } = this.context;
    this.next = undefined;
    this.reported = steps;
    this.reportedAt = now;
    this.safely(() => {
      deps.store.putRunningSteps(turnId, steps);
      deps.observer.onPhase({ taskId: plan.task.id, turn: plan.number, phase: 'step', steps });
    });
  }

  private safely(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.over = true;
      if (this.hasWarned) return;
      this.hasWarned = true;
      const why = error instanceof Error ? error.message : String(error);
      this.context.deps.observer.onWarning(`Devs cannot show the steps of the agent: ${why}`);
    }
  }
}

function isSameAsks(one: RunningSteps['asks'] = [], other: RunningSteps['asks'] = []): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);
}

function isSameQuestions(
  one: RunningSteps['questions'] = [],
  other: RunningSteps['questions'] = [],
): boolean {
  return (
    one.length === other.length &&
    one.every(({ outcome }, index) => outcome === other[index]?.outcome)
  );
}

function isSameSuspicion(one: StepVerdict | undefined, other: StepVerdict | undefined): boolean {
  return (
    one?.detector === other?.detector && one?.level === other?.level && one?.count === other?.count
  );
}
