import type { RunObserver } from '../../ports/runObserver';

/** Forwards the events of a run, and tracks its running turns. */
export class TurnWatch implements RunObserver {
  /** The tasks whose turns run. */
  private readonly running = new Set<string>();
  private interrupted = 0;

  constructor(private readonly observer: RunObserver) {}

  /** Number of turns that run. */
  get runningTurns(): number {
    return this.running.size;
  }

  /** Number of turns that were interrupted. */
  get interruptedTurns(): number {
    return this.interrupted;
  }

  onEvent(event: Parameters<RunObserver['onEvent']>[0]): void {
    if (event.event === 'turn_started') this.running.add(event.taskId);
    else if (event.event === 'turn_ended') {
      this.running.delete(event.taskId);
      if (event.data.outcome === 'interrupted') this.interrupted += 1;
    }
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
