/** Kinds of actions that an agent asks permission for, as the Agent Client Protocol names them. */
export const PERMISSION_KINDS = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
] as const;
export type PermissionKind = (typeof PERMISSION_KINDS)[number];

/** How a request that a human was asked ended. */
export const PERMISSION_OUTCOMES = ['allowed', 'denied', 'timed_out', 'cancelled'] as const;
export type PermissionOutcome = (typeof PERMISSION_OUTCOMES)[number];

/** A change of a file that an agent asks permission for. */
export interface ProposedChange {
  readonly path: string;
  /** Absent for a new file. */
  readonly before?: string;
  readonly after: string;
}

/** An action that an agent asks permission for. All texts come from the agent, with any content and length. */
export interface PermissionRequest {
  readonly kind: PermissionKind;
  /** Name of the tool. */
  readonly tool: string;
  /** What it is about, in the agent's words. */
  readonly title: string;
  /** The command line; absent if the action is none. */
  readonly command?: string;
  /** Its files, as the agent names them. */
  readonly paths: readonly string[];
  readonly changes: readonly ProposedChange[];
  /** As in `Step`. */
  readonly args: string;
}

/** Whether an action is permitted, and why not. */
export type PermissionAnswer =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      /** Completes "it was refused: ". */
      readonly reason: string;
      /** How a human can let it through, a clause without a full stop; absent if nothing in `devs.yaml` does. */
      readonly remedy?: string;
      /** The call ended before anybody answered. */
      readonly cancelled?: true;
    };
