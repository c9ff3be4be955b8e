import type { SessionEvent } from '../../../model/guard/sessionRecord';
import type { HookAnswer } from '../../../model/guard/hookAnswer';
import type { JsonObject } from '../../json/jsonValue';

/** What one call of a hook tells. */
export interface HookReport {
  /** Id of the session, as the agent states it. */
  readonly session: string;
  readonly folder?: string;
  /** What happened, in order; at least one. The answer is given to the last one. */
  readonly events: readonly SessionEvent[];
}

/** What a payload holds: nothing for the guard, or (undefined) not what the agent is known to send. */
export type HookReading = HookReport | 'nothing' | undefined;

/** An answer that is given. */
export type GivenAnswer = Exclude<HookAnswer, { kind: 'nothing' }>;

/** The language of an agent's hooks. */
export interface HookAdapter {
  /** Names of the events that the guard listens to. */
  readonly events: readonly string[];
  /** Reads a payload of one of these events. Never throws, whatever it holds. */
  read(event: string, payload: JsonObject): HookReading;
  /** What the hook prints to give an answer at an event. */
  print(event: string, answer: GivenAnswer): string;
  /**
   * What a line of the agent's own recording says: that its user interrupted it, or that it works; undefined for anything
   * else. Absent where no such lines are known. Never throws, whatever the line holds.
   */
  readonly readRecorded?: (line: JsonObject) => 'interrupt' | 'work' | undefined;
  /** Whether the agent, as it runs, shows its user nothing of why a turn ends; absent if it always does. */
  readonly isSilent?: (environment: NodeJS.ProcessEnv) => boolean;
}
