import type { GuardedAgent } from './guardedAgent';
import type { GuardScope } from './guardInstall';

/** The guard in one settings file. */
export interface GuardedSettings {
  readonly scope: GuardScope;
  /** Absolute path. */
  readonly file: string;
  /** `outdated`: `devs guard install` would change it. */
  readonly state: 'installed' | 'outdated';
  /** What turns these hooks off; absent for nothing. */
  readonly off?: HooksOff;
}

/** A member of a settings file that turns all hooks off. */
export interface HooksOff {
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
}

/** The guard of one agent. */
export interface GuardedAgentStatus {
  readonly agent: GuardedAgent;
  /** The first line that its program prints of its version; '' where it does not tell; absent where PATH has none. */
  readonly version?: string;
  /** Whether its program or its folder is on this machine. */
  readonly isFound: boolean;
  readonly settings: readonly GuardedSettings[];
  /** Why settings could not be read, a sentence each. */
  readonly problems: readonly string[];
  /** Whether the agent runs the hooks; only of agents that ask first, where the guard is installed. */
  readonly trust?: 'trusted' | 'untrusted' | 'unknown';
  /** ISO 8601, UTC, of the newest record of the last day; absent for none. */
  readonly lastSeen?: string;
  /** Sessions in which something happened today, by local time. */
  readonly sessionsToday: number;
}

/** The guard of this user, on this machine. */
export interface GuardStatus {
  readonly agents: readonly GuardedAgentStatus[];
  /** Version of the programs that agents call; absent where none are installed. */
  readonly programs?: string;
  /** The newest line of the guard's log, with its time; absent for none. */
  readonly lastError?: string;
  /** The guard's log. */
  readonly log: string;
}
