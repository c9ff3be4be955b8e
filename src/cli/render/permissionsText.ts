import type { PermissionsView } from '../../reports/permissions/describeAnsweredCalls';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { indented } from './titled';

/** What the agents of a task were allowed and refused; nothing if they asked for nothing. */
export function permissionLines(
  permissions: PermissionsView | undefined,
  style: Style,
): readonly string[] {
  if (permissions === undefined) return [];
  const { summary, lines } = permissions;
  return [`${style.bold('Permissions')}  ${summary}`, ...indented(lines.map(printableLine))];
}
