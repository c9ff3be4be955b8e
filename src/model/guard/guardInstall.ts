import type { GuardedAgent } from './guardedAgent';

/** Whose settings the hooks are in: all projects of the user, or one project. */
export const GUARD_SCOPES = ['user', 'project'] as const;
export type GuardScope = (typeof GUARD_SCOPES)[number];

/** A change of one file that an installation or its removal makes. */
export interface SettingsChange {
  readonly agent: GuardedAgent;
  readonly scope: GuardScope;
  /** Absolute path, as the agent reads it. */
  readonly file: string;
  /** Its text; undefined where there is no such file. */
  readonly before: string | undefined;
  /** Its text afterwards; undefined where it is removed. */
  readonly after: string | undefined;
}

/** Why an agent's settings stay as they are. */
export interface GuardRefusal {
  readonly agent: GuardedAgent;
  /** A sentence that names the file and, where known, the line. */
  readonly message: string;
}
