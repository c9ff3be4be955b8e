/** Why the result of a setup cannot be used in another worktree; `message` is a clause about it. */
export class NotKept extends Error {
  override readonly name = 'NotKept';
}

/** The reason for a file that cannot be named in the list of what is kept. */
export const NO_TEXT = 'the name of a file is not UTF-8';
