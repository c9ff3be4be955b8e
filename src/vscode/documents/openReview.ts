import type { Answer } from '../../ports/answer';
import { describeDoubt, describeSize } from '../../reports/review/describeReview';
import type { FolderApp } from '../folders/folderApp';
import { changeSides } from './changeSides';
import { kindsUri } from './kindsDocuments';
import { openDiff } from './openDiff';
import { reviewTitle } from './reviewTitle';

/** Opens the change of a task that waits for a review in the diff editor. */
export async function openReview({ app, folder }: FolderApp, taskId: string): Promise<Answer> {
  const found = await app.review(taskId);
  if (!found.ok) return found;
  const { from, to, files, size, doubtfulPass } = found.review;
  const title = reviewTitle(found.review);
  const sides = changeSides({ ok: true, title, from, to, changes: files });
  await openDiff(folder, sides, title, kindsUri(folder.uri.toString(), found.review));
  const parts = [`${title}: ${describeSize(size)}.`, describeDoubt(doubtfulPass)];
  return { ok: true, message: parts.filter((part) => part !== '').join(' ') };
}
