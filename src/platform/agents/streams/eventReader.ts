import type { AgentLimit, AgentRefusedCall } from '../../../model/steps/step';

/** Characters of an answer that are kept, the last ones. */
export const MAX_ANSWER = 1024 * 1024;
/** Characters of the words of failures, likewise. */
export const MAX_FAILURE = 4 * 1024;

/** What one format makes of its events; steps go into the `StepLog` it was made with. */
export interface EventReader {
  /**
   * Takes one line's object, of whatever shape; false where it is of no kind that the format knows. A part of
   * an unknown kind inside a known event is told to the log (`unknown`). Never throws.
   */
  readEvent(value: object): boolean;
  /** The stream has ended; absent where that tells nothing new. */
  end?(): void;
  /** What the agent answered last; '' where it has said nothing. */
  readonly answer: string;
  /** Why it failed, as its events tell; '' where they tell of no failure, or of one it has got over. */
  readonly failure: string;
  /** A limit of the agent's own that ended it; absent where its events tell of none. */
  readonly ownLimit?: AgentLimit | undefined;
  /** Calls that the agent itself refused; absent where its events tell of none. */
  readonly denied?: readonly AgentRefusedCall[];
  /** Version of the agent; absent where its events have not told it. */
  readonly version?: string | undefined;
}

/** The answer and, below it, what failed, unless the answer says just that. */
export function appendFailure(answer: string, failure: string): string {
  if (failure.trim() === '' || answer.trim() === failure.trim()) return answer;
  return answer.trim() === '' ? failure : `${answer}\n${failure}`;
}
