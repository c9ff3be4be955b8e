import type { DevsConfig } from '../domain/config';
import type { DevsEvent } from '../domain/run';
import type { EventHook } from '../ports/eventHook';
import type { RunObserver } from '../ports/runObserver';

/** The user's own program (`onEvent`), told when a task needs a human or the run ends. */
export class HookCalls {
  private readonly calls: Promise<void>[] = [];

  constructor(
    private readonly hook: EventHook,
    private readonly observer: Pick<RunObserver, 'onWarning'>,
  ) {}

  /** Starts the program for an event that it is told of; never rejects. */
  tell(command: DevsConfig['onEvent'], event: DevsEvent): void {
    if (command === undefined || !isTold(event)) return;
    this.calls.push(
      this.hook.tell(command, event).then((warning) => {
        if (warning !== undefined) this.observer.onWarning(warning);
      }),
    );
  }

  /** Resolves when every call has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.calls);
  }
}

function isTold({ event, data }: DevsEvent): boolean {
  if (event === 'loop_recovery') return data['action'] === 'escalate';
  return event === 'gate_triggered' || event === 'run_ended';
}
