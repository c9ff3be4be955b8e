/** Who does something: the user, an agent on task A, an agent on task B. */
export type Who = 'U' | 'A' | 'B';

export const FILE_DEEDS = [
  ...(['write', 'append', 'remove', 'mode', 'move', 'rework', 'copy', 'link', 'hardLink'] as const),
  ...(['empty', 'same', 'large', 'binary', 'crlf', 'ignore', 'intoIgnored'] as const),
] as const;
export const GIT_DEEDS = [
  ...(['commit', 'branch', 'switch', 'stash', 'unstash', 'checkout', 'untrack'] as const),
  ...(['amend', 'reset', 'init', 'clone', 'commitNested'] as const),
] as const;

export type FileDeed = (typeof FILE_DEEDS)[number];
export type GitDeed = (typeof GIT_DEEDS)[number];

/** What somebody does in one step; the numbers choose among what there is. */
export interface Deed {
  readonly what: FileDeed | GitDeed;
  readonly path: number;
  readonly other: number;
}

/** Larger contents are not kept. */
export const MAX_FILE_BYTES = 4_096;
