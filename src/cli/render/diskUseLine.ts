import type { DiskUse } from '../../app/api/answers';
import { printableLine } from '../terminal/printable';
import { formatBytes } from '../../text/bytes';

/** Whether anything is kept at all. */
export function usesDisk({
  database,
  history,
  transcripts,
  checkpoints,
  setups,
}: DiskUse): boolean {
  return database + history + transcripts + checkpoints + setups > 0;
}

/** "State: 12.3 MB in /home/me/… (checkpoints 10.1 MB, transcripts 1.2 MB, database and logs 0.9 MB)". */
export function diskUseLine(use: DiskUse): string {
  const { checkpoints, transcripts, setups } = use;
  const history = use.database + use.history;
  const parts = [
    `checkpoints ${formatBytes(checkpoints)}`,
    `transcripts ${formatBytes(transcripts)}`,
    `database and logs ${formatBytes(history)}`,
    ...(setups === 0 ? [] : [`kept setups ${formatBytes(setups)}`]),
  ];
  const total = formatBytes(checkpoints + transcripts + history + setups);
  return `Data of Devs: ${total} in ${printableLine(use.directory)} (${parts.join(', ')})`;
}
