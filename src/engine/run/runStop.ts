/** Why a run ends before all tasks have run. */
type Reason = 'none' | 'afterTurn' | 'cancelled' | 'paused';

/** Whether a run is to end, and who wants that. */
export class RunStop {
  private reason: Reason = 'none';
  /** The tasks that need a human, where the run ends because of them. */
  private readonly needing = new Set<string>();

  /** True once no further turn may start. */
  get isDue(): boolean {
    return this.reason !== 'none';
  }

  /** How a human ended the run; undefined if none did. */
  get byHuman(): 'stopped' | 'cancelled' | undefined {
    if (this.reason === 'afterTurn') return 'stopped';
    return this.reason === 'cancelled' ? 'cancelled' : undefined;
  }

  /** A human ends the run after the running turns. */
  afterTurns(): void {
    if (this.reason !== 'cancelled') this.reason = 'afterTurn';
  }

  cancel(): void {
    this.reason = 'cancelled';
  }

  /** A human withdraws an end after the running turns; false if there is none to withdraw. */
  keepGoing(): boolean {
    if (this.reason !== 'afterTurn') return false;
    this.reason = 'none';
    return true;
  }

  /** The run ends because a task needs a human. */
  forHuman(taskId: string): void {
    this.needing.add(taskId);
    if (this.reason === 'none') this.reason = 'paused';
  }

  /** A human has decided: the run goes on unless a task that ends it still needs one. */
  decided(isNeeding: (taskId: string) => boolean): void {
    for (const taskId of this.needing) if (!isNeeding(taskId)) this.needing.delete(taskId);
    if (this.reason === 'paused' && this.needing.size === 0) this.reason = 'none';
  }
}
