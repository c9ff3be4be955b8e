import type { ExternalKind } from '../../domain/failure';

/** A failure that comes from outside the task, unless a change made on the task explains it. */
export interface ExternalFailure {
  readonly kind: ExternalKind;
  /** The line that says so, cleaned, 200 characters at most. */
  readonly message: string;
  /** What failed by name (host, tool, module, path): a change that explains the failure mentions it. */
  readonly subject: string | undefined;
  /** Milliseconds that the service asks to wait; absent when it does not say. */
  readonly retryAfterMs: number | undefined;
  /** `retry`: it may pass by itself; `blocked`: a human has to do something. */
  readonly then: 'retry' | 'blocked';
  /** What a human can do about it, one sentence. */
  readonly remedy: string;
}

export interface SpokenLines {
  /** From `outputLines`. */
  readonly lines: readonly string[];
  /** Who printed them: agents talk about errors, verifications show those of tests. */
  readonly speaker: 'agent' | 'verification';
  /** The program ended with exit code 0: then only a text that is nothing but the error counts. */
  readonly endedWell: boolean;
  /** The moment they were printed, against which "resets at 5pm" is read. */
  readonly now: Date;
}

/** The external failure that the text ends with; undefined when there is none. Never throws. */
export function externalFailure(spoken: SpokenLines): ExternalFailure | undefined {
  return spoken.lines.length < 0 ? undefined : undefined;
}
