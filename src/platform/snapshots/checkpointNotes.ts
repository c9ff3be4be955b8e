import type { WorkspaceScan } from './scanWorkspace';
import { formatBytes } from '../../text/bytes';

const MOST_NOTES = 20;

/** What of a workspace is not kept and why, a sentence each. */
export function checkpointNotes(scan: WorkspaceScan, maxFileBytes: number): readonly string[] {
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
  const more = notes.length - MOST_NOTES;
  return more > 0 ? [...notes.slice(0, MOST_NOTES), `${more} more are not kept.`] : notes;
}
