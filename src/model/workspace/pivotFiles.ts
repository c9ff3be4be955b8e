/** Most kept files that are named; the others are counted. */
export const MAX_KEPT_FILES = 10;

/** Result of returning a task's files at a pivot (design §4, `onPivot`). */
export type ReturnedFiles = {
  /** The path of each kept file and why, one text each, `MAX_KEPT_FILES` at most. */
  readonly kept: readonly string[];
  /** Number of all kept files. */
  readonly keptCount: number;
} & (
  | {
      readonly kind: 'returned';
      /** Number of the turn after which they are restored; 0 = before the first. */
      readonly toTurn: number;
      /** Number of files that change; whole number >= 0. */
      readonly changed: number;
    }
  | {
      /** Every file stays as the last turn left it. */
      readonly kind: 'asTheyAre';
      /** One clause, without a full stop. */
      readonly why: string;
    }
);

/** What happens to a task's files at a pivot; `due`: they return before the next turn. */
export type PivotFiles = { readonly kind: 'due' } | ReturnedFiles;
