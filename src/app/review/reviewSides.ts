import type { ReviewedChange } from '../../model/review/taskReview';

/** Begins the address of a side of a review, where others have the id of a checkpoint. */
const COMMIT = 'commit:';

/** The addresses of both sides of a reviewed change. */
export function sidesOf({ commit }: Pick<ReviewedChange, 'commit'>): {
  readonly from: string;
  readonly to: string;
} {
  return { from: `${COMMIT}${commit}^`, to: `${COMMIT}${commit}` };
}

/** The commit of such an address, perhaps with `^` for its parent; undefined for any other text. */
export function commitOfSide(address: string): string | undefined {
  return /^commit:([0-9a-f]{40,64}\^?)$/.exec(address)?.[1];
}
