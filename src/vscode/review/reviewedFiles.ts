import type { TaskReview } from '../../app/api/answers';
import { isOpen, type ReviewComment, type ReviewPlace } from '../../model/review/reviewComment';
import { readAddress } from '../documents/checkpointAddress';

/** The file of a change that a document shows, on the right side; undefined for any other document. `folder`: URI of the workspace folder. */
export function findReviewed(
  uri: { readonly path: string; readonly query: string },
  folder: string,
  review: TaskReview,
): string | undefined {
  const address = readAddress(uri);
  const isIts = address?.folder === folder && address.checkpoint === review.to;
  return isIts && hasLines(review, address.path) ? address.path : undefined;
}

/** A comment on lines. */
export type PlacedComment = ReviewComment & { readonly place: ReviewPlace };

/** The open comments on lines of files that the change still has. */
export function openComments(review: TaskReview): readonly PlacedComment[] {
  return review.comments.filter(
    (comment): comment is PlacedComment =>
      isOpen(comment) && comment.place !== undefined && hasLines(review, comment.place.path),
  );
}

/** Whether comments can be about lines of the file: not if it is deleted or no text. */
function hasLines({ files }: TaskReview, path: string): boolean {
  return files.some(
    (file) => file.path === path && file.action !== 'deleted' && file.lines !== undefined,
  );
}
