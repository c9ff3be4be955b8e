import type { RunObserver } from '../../ports/runObserver';

/** Shows an active run: on a live terminal, in a pipe, or as JSON lines. */
export interface RunProgress extends RunObserver {
  /** Removes temporary lines and shows nothing afterwards. Idempotent. */
  close(): void;
}

/** A run on a terminal where a human can be asked. */
export interface AskingProgress extends RunProgress {
  /** Shows what a question is about; it stays. */
  showAsked(lines: readonly string[]): void;
  /** Shows a question below everything else until it is called again; undefined: none. */
  setQuestion(question: string | undefined): void;
}

/** Facts about a run before it starts. */
export interface ProgressStart {
  /** The loop threshold of a task. */
  readonly threshold: (taskId: string) => number;
  /** Entropy by task that turns count on. */
  readonly entropy: ReadonlyMap<string, number>;
  /** The task that a task's turns count on. */
  readonly countsOn: (taskId: string) => string;
}
