/** Result of looking up a program like the operating system. */
export type ProgramPlace =
  /** Absolute path of the file that would be started. */
  | { readonly kind: 'found'; readonly file: string }
  /** A file of that name exists but is not executable. */
  | { readonly kind: 'notExecutable'; readonly file: string }
  | { readonly kind: 'missing' };

/** The programs of this machine. */
export interface Programs {
  /**
   * Finds the program that a command of the workspace would start, with these variables added to the environment.
   * Starts nothing.
   */
  locate(program: string, env: Readonly<Record<string, string>>): Promise<ProgramPlace>;
}
