import type { DiskUse } from '../../app/api/app';
import { printableLine } from '../terminal/printable';
import { formatBytes } from '../../text/bytes';

/** Whether anything is kept at all. */
export function usesDisk({ database, history, transcripts, checkpoints }: DiskUse): boolean {
  return database + history + transcripts + checkpoints > 0;
}

/** "State: 12.3 MB in /home/me/… (checkpoints 10.1 MB, transcripts 1.2 MB, database and logs 0.9 MB)". */
export function diskUseLine(use: DiskUse): string {
  const { checkpoints, transcripts } = use;
  const history = use.database + use.history;
  const parts = [
    `checkpoints ${formatBytes(checkpoints)}`,
    `transcripts ${formatBytes(transcripts)}`,
    `database and logs ${formatBytes(history)}`,
  ];
  const total = formatBytes(checkpoints + transcripts + history);
  return `State: ${total} in ${printableLine(use.directory)} (${parts.join(', ')})`;
}
