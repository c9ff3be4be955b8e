/** Says something to an agent that works; false if it cannot be told any more. */
export type Say = (text: string) => boolean;

interface Speaker {
  readonly say: Say;
  /** Hints that it has: in its prompt, or told since. */
  readonly told: Set<string>;
}

/** Agents that work and can be spoken to, by task. */
export class RunningAgents {
  private readonly speakers = new Map<string, Speaker>();

  /** The agent of a task, whose prompt has these hints, can be spoken to until the returned function is called. */
  add(taskId: string, hints: readonly string[], say: Say): () => void {
    const speaker = { say, told: new Set(hints) };
    this.speakers.set(taskId, speaker);
    return () => {
      if (this.speakers.get(taskId) === speaker) this.speakers.delete(taskId);
    };
  }

  /** Tells the agent of a task a hint, after those of `earlier` that it does not have yet; false if it cannot be told. */
  tell(taskId: string, hint: string, earlier: readonly string[]): boolean {
    const speaker = this.speakers.get(taskId);
    if (speaker === undefined) return false;
    const missed = earlier.filter((each) => each !== hint && !speaker.told.has(each));
    const isTold = speaker.say([...missed, hint].join('\n\n'));
    if (isTold) for (const each of [...missed, hint]) speaker.told.add(each);
    return isTold;
  }
}
