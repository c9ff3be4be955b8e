import { identifyHolder, type LeaseFacts } from '../../model/workspace/leaseHolder';
import { describeInvisible } from '../../reports/lease/describeLease';
import { capitalise } from '../../text/sentence';
import { printableLine, printablePath } from '../terminal/printable';
import type { Style } from '../terminal/style';

/** What is known about the holder of the workspace, in lines. */
export function leaseText(facts: LeaseFacts, style: Style): string {
  const { holder, lastWrite = 'never', file } = facts;
  const lines = [
    style.bold(`${capitalise(printableLine(identifyHolder(holder)))} has reserved this workspace.`),
    `  since       ${printableLine(holder.since)}`,
    `  last write  ${lastWrite}`,
    `  file        ${printablePath(file)}`,
    describeInvisible(facts) ?? '',
  ];
  return `${lines.join('\n')}\n`;
}
