import type { FileEdit } from './fileEdit';

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
  | EditEffect;

/** Changes files in a way that the arguments state. */
export interface EditEffect {
  readonly kind: 'edits';
  /** At least one. */
  readonly edits: readonly FileEdit[];
  /**
   * For a command line: what it does besides the edits; '' for nothing, so that it prints nothing.
   * Absent for an editor.
   */
  readonly rest?: string;
}

/** Whether a call is meant to change something. */
export function isChange({ kind }: StepEffect): boolean {
  return kind === 'changes' || kind === 'edits';
}
