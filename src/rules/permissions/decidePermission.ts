import type { PermissionRequest } from '../../model/permissions/permission';
import type { PermissionPolicy, PermissionRule } from '../../model/permissions/permissionPolicy';
import { findPermitting, findRestricting } from './permissionRule';

/** What the rules say about a request; `by`: the rule, absent where none speaks of it. */
export interface PermissionDecision {
  readonly decision: 'allow' | 'deny' | 'ask';
  readonly by?: PermissionRule;
}

/**
 * Decides by rule (design §11): `deny` first, then what a human permitted for good, then `ask`, then `allow`; a human
 * decides the rest. So no rule is loosened by one that comes later.
 */
export function decidePermission(
  { deny, ask, allow }: PermissionPolicy,
  granted: readonly PermissionRule[],
  request: PermissionRequest,
): PermissionDecision {
  const denying = findRestricting(deny, request);
  if (denying !== undefined) return { decision: 'deny', by: denying };
  const grant = findPermitting(granted, request);
  if (grant !== undefined) return { decision: 'allow', by: grant };
  const asking = findRestricting(ask, request);
  if (asking !== undefined) return { decision: 'ask', by: asking };
  const allowing = findPermitting(allow, request);
  return allowing === undefined ? { decision: 'ask' } : { decision: 'allow', by: allowing };
}
