import { visibleLine } from '../../text/visibleText';

/** Maximum length of the reason why a session was not continued, in characters. */
const MAX_LOST = 200;

/** An agent's own session that a call used. */
export interface AgentSession {
  /** The agent's id of it: letters, digits and `_ . : -`, 200 characters at most. */
  readonly id: string;
  /** It had been begun by an earlier call. */
  readonly isContinued: boolean;
  /** Why the session of an earlier call was not continued, in the agent's words; absent if it was, or there was none. */
  readonly lost?: string;
  /** The command that opens it in a terminal; absent if unknown, and before its turn is recorded. */
  readonly open?: string;
}

/** The id as it can be kept and passed on in a command line; undefined for anything else. */
export function toSessionId(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z0-9][\w.:-]{0,199}$/.test(value) ? value : undefined;
}

/** The agent's words about why a session was not continued, as one line that can be shown. */
export function toLostReason(words: string): string {
  return visibleLine(words, MAX_LOST);
}
