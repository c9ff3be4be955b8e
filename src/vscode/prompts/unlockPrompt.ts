import { identifyHolder } from '../../model/workspace/leaseHolder';
import { describeInvisible, describeVisible, LEASE_FREE } from '../../reports/lease/describeLease';
import { capitalise } from '../../text/sentence';
import type { FolderApp } from '../folders/folderApp';
import type { ActionAnswer } from '../notifications/showAnswer';
import { sanitizeLabel } from '../text/sanitizeLabel';
import type { UserInput } from './userInput';

const BUTTON = 'It Has Ended';

/** Shows what is known about a holder that is not visible from here, asks, then frees the workspace. */
export async function unlockWorkspace(
  { app }: FolderApp,
  input: Pick<UserInput, 'confirm'>,
): Promise<ActionAnswer | undefined> {
  const facts = await app.lease();
  if (facts === undefined) return { ok: true, message: LEASE_FREE };
  const why = describeInvisible(facts);
  if (why === undefined) return { ok: false, message: describeVisible(facts) };
  const { holder, lastWrite = 'never', file } = facts;
  const agreed = await input.confirm({
    message: `${capitalise(sanitizeLabel(identifyHolder(holder)))} has reserved this workspace. Has it ended?`,
    detail: [
      why,
      '',
      `Since: ${sanitizeLabel(holder.since)}`,
      `Last write: ${lastWrite}`,
      `File: ${sanitizeLabel(file)}`,
    ].join('\n'),
    button: BUTTON,
  });
  return agreed ? await app.unlock(facts.epoch) : undefined;
}
