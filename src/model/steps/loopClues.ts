/** Maximum number of names in each list of `LoopClues`. */
export const MAX_CLUES = 3;

/**
 * What the steps of an agent say about the cause of a loop, derived when the loop is found. Each list has at most
 * `MAX_CLUES` names, each one line, secrets masked; absent for none.
 */
export interface LoopClues {
  /** Files of the proving calls. */
  readonly files?: readonly string[];
  /** Programs, packages, variables and the like that the proving results call missing. */
  readonly missing?: readonly string[];
  /** Files that the newest proving result names and that no earlier step read or edited. */
  readonly unread?: readonly string[];
  /** Files that steps read and none edited, the newest first; absent if no step edited a file. */
  readonly unedited?: readonly string[];
  /** A command besides the proving ones that fails each time it runs, and the line that says why. */
  readonly failing?: { readonly call: string; readonly reason: string };
  /** The newest proving call failed. */
  readonly failed?: true;
  /**
   * How the newest proving call was rejected as such: it is text instead of a command, or its arguments are wrong;
   * absent if it was not.
   */
  readonly rejection?: 'no command' | 'misused';
}
