import type { DiskUse } from '../../app/api/answers';
import type { FolderApp } from '../folders/folderApp';
import type { UserInput } from './userInput';
import { sanitizeLabel } from '../text/sanitizeLabel';
import type { ActionAnswer } from '../notifications/showAnswer';
import { formatBytes } from '../../text/bytes';

/** Maximum number of lines in the question. */
const MAX_LINES = 15;
const BUTTON = 'Clean Up';

/** Shows what would be removed and the disk usage, asks, then removes it. */
export async function cleanUp(
  { app }: FolderApp,
  input: Pick<UserInput, 'confirm'>,
): Promise<ActionAnswer | undefined> {
  const dry = await app.clean({ dryRun: true });
  if (!dry.ok) return dry;
  const use = describeUse(dry.use);
  const what = sanitizeLabel(dry.message);
  if (dry.removed.length === 0) return { ok: true, message: `${what} ${use}` };
  const left = dry.removed.length - MAX_LINES;
  const lines = dry.removed.slice(0, MAX_LINES).map((line) => sanitizeLabel(line));
  const agreed = await input.confirm({
    message: 'Delete stored data that Devs no longer needs?',
    detail: [...lines, ...(left > 0 ? [`… ${left} more`] : []), '', what, use].join('\n'),
    button: BUTTON,
  });
  if (!agreed) return undefined;
  const { ok, message } = await app.clean({ dryRun: false });
  return { ok, message };
}

function describeUse({ database, history, transcripts, checkpoints, setups }: DiskUse): string {
  const parts = [
    `database and logs ${formatBytes(database + history)}`,
    `transcripts ${formatBytes(transcripts)}`,
    `checkpoints ${formatBytes(checkpoints)}`,
    ...(setups === 0 ? [] : [`kept setups ${formatBytes(setups)}`]),
  ];
  const total = database + history + transcripts + checkpoints + setups;
  return `Devs uses ${formatBytes(total)} of disk space: ${parts.join(', ')}.`;
}
