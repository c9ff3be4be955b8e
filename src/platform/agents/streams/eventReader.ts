import type { AgentLimit, AgentRefusedCall } from '../../../model/steps/step';

/** Characters of an answer that are kept, the last ones. */
export const MAX_ANSWER = 1024 * 1024;
/** Characters of the words of failures, likewise. */
export const MAX_FAILURE = 4 * 1024;

/** Reader of one format; adds steps to its `StepLog`. */
export interface EventReader {
  /**
   * Reads one line's object of any shape; false if the format does not know its kind. Reports a
   * part of an unknown kind inside a known event to the log (`unknown`). Never throws.
   */
  readEvent(value: object): boolean;
  /** The agent was permitted a call that it asked about; absent if that says nothing that its events do not. */
  permitted?(callId: string): void;
  /** Called at the end of the stream; absent if that adds nothing. */
  end?(): void;
  /** The agent's last answer; '' if there is none. */
  readonly answer: string;
  /** Why it failed, according to its events; '' for no failure, or one that it recovered from. */
  readonly failure: string;
  /** The agent's own limit that ended it; absent if its events report none. */
  readonly ownLimit?: AgentLimit | undefined;
  /** When the limits of its plan that it met are reset, the last of them; absent if its events report none. */
  readonly limitResetsAt?: Date | undefined;
  /** Calls that the agent itself refused; absent if its events report none. */
  readonly denied?: readonly AgentRefusedCall[];
  /** Id of its session; absent if its events do not contain it. */
  readonly session?: string | undefined;
  /** Version of the agent; absent if its events do not contain it. */
  readonly version?: string | undefined;
}

/** The answer followed by the failure, unless the answer already contains it. */
export function appendFailure(answer: string, failure: string): string {
  if (failure.trim() === '' || answer.trim() === failure.trim()) return answer;
  return answer.trim() === '' ? failure : `${answer}\n${failure}`;
}
