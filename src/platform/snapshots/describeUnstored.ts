import type { WorkspaceScan } from './scan/scanWorkspace';
import { formatBytes } from '../../text/bytes';

const MAX_NOTES = 20;

/** Files whose content is not stored and why: one sentence each. */
export function describeUnstored(scan: WorkspaceScan, maxFileBytes: number): readonly string[] {
  const notes: string[] = [];
  for (const [path, { entry }] of scan.files) {
    if (entry.stored) continue;
    const name = JSON.stringify(path).slice(1, -1);
    if (entry.version.startsWith('file:'))
      notes.push(
        `${name} (${formatBytes(entry.size)}) is larger than ${formatBytes(maxFileBytes)}: its content is not kept.`,
      );
    else if (entry.version.startsWith('special:'))
      notes.push(`${name} is a ${entry.version.slice('special:'.length)}: it is not kept.`);
    else notes.push(`${name} cannot be read: it is not kept.`);
  }
  const more = notes.length - MAX_NOTES;
  return more > 0 ? [...notes.slice(0, MAX_NOTES), `${more} more are not kept.`] : notes;
}
