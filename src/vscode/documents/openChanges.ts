import type { Span } from '../../app/api/requests';
import type { Answer } from '../../ports/answer';
import type { FolderApp } from '../folders/folderApp';
import { changeSides, describeChanges } from './changeSides';
import { openDiff } from './openDiff';

/** Opens the differences between two moments of a task in the diff editor. */
export async function openChanges(
  { app, folder }: FolderApp,
  taskId: string,
  span: Span,
): Promise<Answer> {
  const found = await app.changes(taskId, span);
  if (!found.ok) return found;
  const sides = changeSides(found);
  await openDiff(folder, sides, found.title);
  return { ok: true, message: describeChanges(found, sides.length) };
}
