import type { DiskUse } from '../app/app';
import type { FolderApp } from './folderApp';
import type { Picks } from './picks';
import { harmless } from './harmlessText';
import type { ToldAnswer } from './toldAnswer';

/** Lines of what would be removed that the question shows. */
const MAX_LINES = 15;
const BUTTON = 'Clean Up';

/** Shows what would be removed and what lies on the disk, asks, then removes it. */
export async function cleanUp(
  { app }: FolderApp,
  picks: Pick<Picks, 'confirm'>,
): Promise<ToldAnswer | undefined> {
  const dry = await app.clean({ dryRun: true });
  if (!dry.ok) return dry;
  const use = describeUse(dry.use);
  if (dry.removed.length === 0) return { ok: true, message: `Nothing is to be removed. ${use}` };
  const left = dry.removed.length - MAX_LINES;
  const lines = dry.removed.slice(0, MAX_LINES).map((line) => harmless(line));
  const agreed = await picks.confirm({
    message: `Remove what Devs no longer needs? That frees ${describeSize(dry.freedBytes)}.`,
    detail: [...lines, ...(left > 0 ? [`… ${left} more`] : []), '', use].join('\n'),
    button: BUTTON,
  });
  if (!agreed) return undefined;
  const { ok, message } = await app.clean({ dryRun: false });
  return { ok, message };
}

function describeUse({ database, history, transcripts, checkpoints }: DiskUse): string {
  const parts = [
    `history ${describeSize(database + history)}`,
    `transcripts ${describeSize(transcripts)}`,
    `checkpoints ${describeSize(checkpoints)}`,
  ];
  const total = database + history + transcripts + checkpoints;
  return `Devs uses ${describeSize(total)}: ${parts.join(', ')}.`;
}

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** "812 bytes", "1.2 MB", "35 MB". */
function describeSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  let size = bytes;
  let unit = '';
  for (const next of UNITS) {
    size /= 1_000;
    unit = next;
    if (size < 1_000) break;
  }
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}
