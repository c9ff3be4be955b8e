import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { InboxFacts } from '../../ports/machine';
import { messageName } from '../state/inbox/inboxMessages';
import { listMessages } from '../state/inbox/messageFile';
import { statePaths } from '../state/files/stateFolders';

/** The requests that wait in the inbox. Throws `StateError` when it cannot be read. */
export async function readInboxFacts(directory: string): Promise<InboxFacts> {
  const { inbox } = statePaths(directory);
  const ids = await listMessages(inbox);
  const ages = await Promise.all(ids.map((id) => ageOf(join(inbox, messageName(id)))));
  return { waiting: ids.length, waitingMs: Math.max(0, ...ages) };
}

async function ageOf(file: string): Promise<number> {
  // Answered in the meantime.
  return await stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
}
