import type { Uri } from 'vscode';
import type { TaskReview } from '../../app/api/app';
import { isOpen, type ReviewComment, type ReviewPlace } from '../../model/review/reviewComment';
import { readAddress } from '../documents/checkpointAddress';

/** A review that waits in a folder. */
export interface FolderReview {
  /** URI of the workspace folder. */
  readonly folder: string;
  readonly review: TaskReview;
}

/** A file on the right side of a review. */
export interface ReviewedDocument extends FolderReview {
  readonly path: string;
}

/** The reviewed file that a document shows; undefined for any other document, and for the side before the change. */
export function findReviewed(
  uri: Pick<Uri, 'path' | 'query'>,
  reviews: readonly FolderReview[],
): ReviewedDocument | undefined {
  const address = readAddress(uri);
  if (address === undefined) return undefined;
  const { folder, checkpoint, path } = address;
  const found = reviews.find(
    (each) =>
      each.folder === folder && each.review.to === checkpoint && hasLines(each.review, path),
  );
  return found && { ...found, path };
}

/** Whether comments can be about lines of the file: not if it is deleted or no text. */
function hasLines({ files }: TaskReview, path: string): boolean {
  return files.some(
    (file) => file.path === path && file.action !== 'deleted' && file.lines !== undefined,
  );
}

/** A comment on lines. */
export type PlacedComment = ReviewComment & { readonly place: ReviewPlace };

/** The open comments on lines of files that the change still has. */
export function openComments({ comments, files }: TaskReview): readonly PlacedComment[] {
  return comments.filter(
    (comment): comment is PlacedComment =>
      isOpen(comment) &&
      comment.place !== undefined &&
      hasLines({ files } as TaskReview, comment.place.path),
  );
}
