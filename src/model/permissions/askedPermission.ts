import type { PermissionKind, ProposedChange } from './permission';

/** Characters of a command and of one side of a change that are shown, and changes. */
export const MAX_SHOWN_COMMAND = 4_000;
export const MAX_SHOWN_CHANGE = 8_000;
export const MAX_SHOWN_CHANGES = 10;

/** A permission request that waits for a human; secrets masked, invisible characters written as `\u{…}`. */
export interface AskedPermission {
  /** Unique in the run: "1", "2" …. */
  readonly id: string;
  readonly agent: string;
  readonly kind: PermissionKind;
  /** What the agent wants to do, one line: "run `npm install`", "edit `src/cart.js`". */
  readonly action: string;
  /** The whole command line, its lines kept; absent if it is none. */
  readonly command?: string;
  /** Its files, relative to the workspace, or absolute outside. */
  readonly paths: readonly string[];
  /** Its changes, `MAX_SHOWN_CHANGES` at most. */
  readonly changes: readonly ProposedChange[];
  /** Characters and changes that are not shown. */
  readonly left: number;
  /** The rule that "always" makes: "execute(npm install)"; absent if only this request can be permitted. */
  readonly rule?: string;
  /** ISO 8601, UTC. */
  readonly askedAt: string;
  /** When it is refused if nobody answers; ISO 8601, UTC. */
  readonly until: string;
}

/** What identifies a permission request, or a question of an agent, among those of all runs. */
export type AskedKey = Pick<AskedPermission, 'id' | 'askedAt'>;

/** Whether both are the same of the same run. */
export function isSameAsked(one: AskedKey, other: AskedKey): boolean {
  return one.id === other.id && one.askedAt === other.askedAt;
}

/** A human's answer to a request. */
export interface PermissionReply {
  readonly taskId: string;
  /** Absent: the only open request of the task. */
  readonly id?: string;
  readonly allow: boolean;
  /** Remembers the permission for the task or the workspace. */
  readonly always?: 'task' | 'workspace';
}

/** A human's answer to a request that was shown. */
export interface PermissionDecision extends PermissionReply {
  readonly id: string;
  /** As in `AskedPermission`: another run gives the same id to another request. */
  readonly askedAt: string;
}
