/** Says something to an agent that works; false if it cannot hear it any more. */
export type Say = (text: string) => boolean;

/** Agents that work and can be spoken to, by task. */
export class RunningAgents {
  private readonly speakers = new Map<string, Say>();

  /** The agent of a task can be spoken to until the returned function is called. */
  add(taskId: string, say: Say): () => void {
    this.speakers.set(taskId, say);
    return () => {
      if (this.speakers.get(taskId) === say) this.speakers.delete(taskId);
    };
  }

  /** False if no agent of the task hears it. */
  say(taskId: string, text: string): boolean {
    return this.speakers.get(taskId)?.(text) ?? false;
  }
}
