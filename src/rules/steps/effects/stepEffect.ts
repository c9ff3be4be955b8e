/** What a call does to the world, as far as its name and arguments tell. */
export type StepEffect =
  /** It shows what is there: no file tells whether something works. */
  | { readonly kind: 'reads' }
  /** It runs something, or nobody can tell: what it says counts. */
  | { readonly kind: 'looks' }
  /** It only notes what the agent plans. */
  | { readonly kind: 'plans' }
  /** It does something in a browser or a session, or takes what comes next: to do the same again is another step. */
  | { readonly kind: 'acts' }
  /** It waits for something else to happen. */
  | { readonly kind: 'waits' }
  /** It changes something; `isKnown`: the call says what, so that another change is another call. */
  | { readonly kind: 'changes'; readonly isKnown: boolean }
  /** Text in a file is replaced by another one; both stand for texts (`textKey`). */
  | {
      readonly kind: 'replaces';
      readonly path: string;
      readonly before: string;
      readonly after: string;
      /** Where it worked, nothing is printed. */
      readonly isSilent?: true;
    }
  /** A file gets a whole new content, which stands for a text as well. */
  | { readonly kind: 'writes'; readonly path: string; readonly content: string };

/** Whether a call means to change something. */
export function isChange({ kind }: StepEffect): boolean {
  return kind === 'changes' || kind === 'replaces' || kind === 'writes';
}
