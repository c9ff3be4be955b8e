/**
 * Who answered a permission request. `nobody`: no human was there; `timeout`: none answered in time; `devs`: it could not
 * be asked.
 */
export const PERMISSION_DECIDERS = ['rule', 'human', 'nobody', 'timeout', 'devs'] as const;
export type PermissionDecider = (typeof PERMISSION_DECIDERS)[number];

/** Calls of agents that asked for the same permission, and got it or not in the same way. */
export interface AnsweredCalls {
  /** As in `AskedPermission`; '' for several that are not told apart. */
  readonly action: string;
  readonly allowed: boolean;
  readonly by: PermissionDecider;
  /** The rule that decided, as written; absent unless one did, and for several. */
  readonly rule?: string;
  /** >= 1. */
  readonly count: number;
  /** As in `PermissionAnswer`; only where no human and no rule refused. */
  readonly remedy?: string;
}
