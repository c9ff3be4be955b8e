import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeaseHolder } from '../../domain/lease';
import type { LeaseFacts } from '../../ports/machine';
import { listEpochs } from '../state/epochFiles';
import { readEpoch } from '../state/epochRecord';
import { messageName } from '../state/inboxMessages';
import { readEpochs, toHolder } from '../state/leaseRules';
import { listMessages } from '../state/messageFile';
import { statePaths } from '../state/stateFolders';

/** The lease and the inbox as their folders tell. Throws `StateError` when they cannot be read. */
export async function leaseFacts(directory: string): Promise<LeaseFacts> {
  const { lease, inbox } = statePaths(directory);
  const left = await takenLast(lease);
  const ids = await listMessages(inbox);
  const ages = await Promise.all(ids.map((id) => ageOf(join(inbox, messageName(id)))));
  return {
    waiting: ids.length,
    waitingMs: Math.max(0, ...ages),
    ...(left === undefined ? {} : { left }),
  };
}

/** Whoever holds by the files alone, dead or alive. */
async function takenLast(lease: string): Promise<LeaseHolder | undefined> {
  const { highest, released } = readEpochs(await listEpochs(lease));
  if (highest === 0 || released) return undefined;
  const found = await readEpoch(lease, highest, {
    isProvenDead: () => Promise.resolve(true),
    wait: () => Promise.resolve(),
  });
  return found.kind === 'taken' ? toHolder(found.record) : undefined;
}

async function ageOf(file: string): Promise<number> {
  // Answered meanwhile: it waits no more.
  return await stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
}
