import type { PermissionRequest } from '../../model/permissions/permission';
import { parsePermissionRule } from '../../model/permissions/parsePermissionRule';
import { escapePattern } from './matchesPattern';
import { findPermitting } from './permissionRule';

/**
 * The narrowest rule that permits the request and those like it: its very command, its kind for files of the workspace,
 * else its file or its title. Undefined if no rule of this form would.
 */
export function toGrantedRule(request: PermissionRequest): string | undefined {
  return listCandidates(request).find((text) => {
    const rule = parsePermissionRule(text);
    return rule !== undefined && findPermitting([rule], request) !== undefined;
  });
}

function listCandidates({ kind, command, paths, title }: PermissionRequest): readonly string[] {
  if (command !== undefined) return [`${kind}(${escapePattern(command)})`];
  const named = (text: string): string => `${kind}(${escapePattern(text)})`;
  return paths.length > 0 ? [kind, ...paths.slice(0, 1).map(named)] : [named(title)];
}
