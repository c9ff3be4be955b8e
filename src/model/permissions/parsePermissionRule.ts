import { PERMISSION_KINDS } from './permission';
import type { PermissionRule } from './permissionPolicy';

/** The form of a rule, for schemas. */
export const PERMISSION_RULE = new RegExp(`^(\\*|${PERMISSION_KINDS.join('|')})(?:\\(([^]+)\\))?$`);

/** Reads a rule as written in `devs.yaml`; undefined if it is none. */
export function parsePermissionRule(text: string): PermissionRule | undefined {
  const [, kind, pattern] = PERMISSION_RULE.exec(text) ?? [];
  if (kind === undefined) return undefined;
  return {
    ...{ text, kind: kind as PermissionRule['kind'] },
    ...(pattern !== undefined && { pattern }),
  };
}
