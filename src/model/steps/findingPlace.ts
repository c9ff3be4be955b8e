/**
 * One place of a loop: what was done there and what came of it. Volatile text is masked, so it is equal for the same
 * place in another turn; secrets are masked. '' for what does not matter to the detector.
 */
export interface FindingPlace {
  readonly tool: string;
  /** The call or the text, at most `MAX_PLACE_TEXT` characters. */
  readonly call: string;
  /** Identifies the result; no text of it. */
  readonly result: string;
}

/** Maximum length of the call in a place, in characters. */
export const MAX_PLACE_TEXT = 1_000;
/** Maximum number of places of one finding; the newest. */
export const MAX_PLACES = 64;
