/** What a call does, as far as its name and arguments show. */
export type StepEffect =
  /** Shows existing content, which does not prove whether something works. */
  | { readonly kind: 'reads' }
  /** Runs something, or is unknown: its result counts. */
  | { readonly kind: 'looks' }
  /** Only records the agent's plan. */
  | { readonly kind: 'plans' }
  /** Acts in a browser or session, or takes the next item: repeating it is another step. */
  | { readonly kind: 'acts' }
  /** Waits for something else to happen. */
  | { readonly kind: 'waits' }
  /**
   * Changes something; `isKnown`: the arguments state what, so that another change is another call.
   */
  | { readonly kind: 'changes'; readonly isKnown: boolean }
  /** Replaces text in a file; both texts are keys (`toTextKey`). */
  | {
      readonly kind: 'replaces';
      readonly path: string;
      readonly before: string;
      readonly after: string;
      /** Prints nothing on success. */
      readonly isSilent?: true;
    }
  /** Writes the whole content of a file; `content` is a key (`toTextKey`). */
  | { readonly kind: 'writes'; readonly path: string; readonly content: string };

/** Whether a call is meant to change something. */
export function isChange({ kind }: StepEffect): boolean {
  return kind === 'changes' || kind === 'replaces' || kind === 'writes';
}
