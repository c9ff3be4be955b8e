/** A program that a task needs and that is not there. */
export interface MissingProgram {
  /** Whose it is: the agent's, or that of the verify command. */
  readonly of: 'agent' | 'verify';
  /** As the command names it. */
  readonly program: string;
}
