import type { PermissionRequest } from '../../model/permissions/permission';
import { parsePermissionRule } from '../../model/permissions/parsePermissionRule';
import { maskSecrets } from '../../text/maskSecrets';
import { visibleText } from '../../text/visibleText';
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

/** Maximum length of a rule that a human can read. */
const MAX_RULE = 500;

/** The same if a human can read it as it is: short, without invisible characters and secrets; else undefined. */
export function toReadableRule(request: PermissionRequest): string | undefined {
  const rule = toGrantedRule(request);
  const isReadable =
    rule !== undefined &&
    rule.length <= MAX_RULE &&
    visibleText(rule) === rule &&
    maskSecrets(rule) === rule;
  return isReadable ? rule : undefined;
}

function listCandidates({ kind, command, paths, title }: PermissionRequest): readonly string[] {
  if (command !== undefined) return [`${kind}(${escapePattern(command)})`];
  const named = (text: string): string => `${kind}(${escapePattern(text)})`;
  return paths.length > 0 ? [kind, ...paths.slice(0, 1).map(named)] : [named(title)];
}
