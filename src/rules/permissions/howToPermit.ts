import type { PermissionRequest } from '../../model/permissions/permission';
import type { PermissionDecision } from './decidePermission';
import { toReadableRule } from './toGrantedRule';

const PERMISSIONS = '`permissions` in devs.yaml';

/**
 * How a human can let such a request through after it was refused, a clause: "Add `execute(npm install)` under `allow` of
 * `permissions` in devs.yaml".
 */
export function howToPermit(
  { decision, by }: PermissionDecision,
  request: PermissionRequest,
): string {
  if (by !== undefined)
    return decision === 'deny'
      ? `Change the rule \`${by.text}\` under \`deny\` of ${PERMISSIONS}`
      : `Permit it when the agent asks again, or move the rule \`${by.text}\` from \`ask\` to \`allow\` of ${PERMISSIONS}`;
  const rule = toReadableRule(request);
  // A backtick would end the quote.
  return rule === undefined || rule.includes('`')
    ? 'Permit it when the agent asks again, in a terminal or a window'
    : `Add \`${rule}\` under \`allow\` of ${PERMISSIONS}`;
}
