import type { PermissionKind } from './permission';

/** A rule of `permissions` in `devs.yaml`: `edit`, `execute(npm test *)`, `*`. */
export interface PermissionRule {
  /** As written. */
  readonly text: string;
  readonly kind: PermissionKind | '*';
  /** What stands in parentheses, where `*` is any text; absent: without. */
  readonly pattern?: string;
}

/** Who decides about what agents ask permission for: these rules, else a human. */
export interface PermissionPolicy {
  readonly allow: readonly PermissionRule[];
  readonly deny: readonly PermissionRule[];
  readonly ask: readonly PermissionRule[];
  /** Milliseconds after which a request that nobody answers is refused. */
  readonly timeoutMs: number;
}

/** A rule that a human made by answering a request with "always". */
export interface PermissionGrant {
  /** A rule as in `PermissionRule`. */
  readonly rule: string;
  /** The task that it is for; absent: for all tasks of the workspace. */
  readonly taskId?: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}
