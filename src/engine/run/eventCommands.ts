import type { DevsConfig } from '../../model/config/config';
import type { DevsEvent } from '../../model/events/devsEvent';
import type { Command } from '../../model/task/task';
import type { Clock } from '../../ports/clock';
import type { EventHook } from '../../ports/eventHook';
import type { RunObserver } from '../../ports/runObserver';
import { countOf } from '../../text/count';

/** Milliseconds that the end of a run waits for calls of the `onEvent` program. */
export const DRAIN_LIMIT_MS = 60_000;

export interface EventCommandTools {
  readonly hook: EventHook;
  readonly clock: Pick<Clock, 'wait'>;
  readonly observer: Pick<RunObserver, 'onWarning'>;
}

/**
 * Calls the user's own program (`onEvent`) when a task needs a human or the run ends: one call at a
 * time, in the order of the events.
 */
export class EventCommands {
  private last: Promise<void> = Promise.resolve();
  /** Calls that have not ended, the running one included. */
  private open = 0;
  private readonly ending = new AbortController();

  constructor(private readonly tools: EventCommandTools) {}

  /** Queues a call if the program receives this event; ignores other events. Never throws. */
  enqueue(command: DevsConfig['onEvent'], event: DevsEvent): void {
    if (command === undefined || !isNotified(event)) return;
    this.open += 1;
    this.last = this.last.then(() => this.call(command, event));
  }

  /**
   * Resolves when every call has ended. After `DRAIN_LIMIT_MS` the running one is ended, the others
   * are dropped, and a warning says how many.
   */
  async drain(): Promise<void> {
    if (this.open === 0) return;
    const drained = new AbortController();
    const late = this.tools.clock.wait(DRAIN_LIMIT_MS, drained.signal).then(() => this.giveUp());
    await Promise.race([this.last, late]);
    drained.abort();
    await this.last;
  }

  private giveUp(): void {
    if (this.open === 0) return;
    const events = countOf(this.open, 'event');
    const limit = `${DRAIN_LIMIT_MS / 1_000} s after the end of the run`;
    this.tools.observer.onWarning(
      `The onEvent command missed ${events}, because Devs ended the command ${limit}.`,
    );
    this.ending.abort();
  }

  private async call(command: Command, event: DevsEvent): Promise<void> {
    if (!this.isGivenUp()) {
      const warning = await this.tools.hook.notify(command, event, this.ending.signal);
      if (warning !== undefined && !this.isGivenUp()) this.tools.observer.onWarning(warning);
    }
    this.open -= 1;
  }

  private isGivenUp(): boolean {
    return this.ending.signal.aborted;
  }
}

function isNotified({ event, data }: DevsEvent): boolean {
  if (event === 'loop_recovery') return data.action === 'escalate';
  return event === 'gate_triggered' || event === 'run_ended';
}
