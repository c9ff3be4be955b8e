import type { RunObserver } from '../../ports/runObserver';

/** Forwards the events of a run, and tracks whether a turn is running. */
export class TurnWatch implements RunObserver {
  private running = false;

  constructor(private readonly observer: RunObserver) {}

  isInTurn(): boolean {
    return this.running;
  }

  onEvent(event: Parameters<RunObserver['onEvent']>[0]): void {
    if (event.event === 'turn_started') this.running = true;
    else if (event.event === 'turn_ended') this.running = false;
    this.observer.onEvent(event);
  }

  onPhase(phase: Parameters<RunObserver['onPhase']>[0]): void {
    this.observer.onPhase(phase);
  }

  present(...shown: Parameters<RunObserver['present']>): void {
    this.observer.present(...shown);
  }

  onWarning(message: string): void {
    this.observer.onWarning(message);
  }
}
