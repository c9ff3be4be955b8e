/** A language model of the editor, as far as a judge needs it. What it says of itself is an extension's text. */
export interface EditorModel {
  readonly id: string;
  readonly vendor: string;
  readonly family: string;
  /** Tokens of one request; 0 or less says nothing. */
  readonly maxInputTokens: number;
  /** Whether it may be asked now, without a human at the keys. */
  readonly mayBeAsked: boolean;
  /**
   * Sends messages of the user. Resolves when the model has begun, with what it streams: texts, and
   * whatever else an extension makes of it. Where a human has not agreed yet, the editor asks them first.
   * Rejects, or the stream does, with `NoPermissions`, `NotFound`, `Blocked` or anything else as `code`.
   */
  send(messages: readonly string[], signal: AbortSignal): Promise<AsyncIterable<unknown>>;
  /** May give anything, and may never settle. */
  countTokens(text: string, signal: AbortSignal): Promise<number>;
}

/** The language models that extensions bring into the editor. */
export interface EditorModels {
  /** In the editor's order; all where no vendor is given. */
  find(vendor: string | undefined): Promise<readonly EditorModel[]>;
  /** Notes whether the models of a vendor may be asked without a human at the keys, in any workspace. */
  setAllowed(vendor: string, allowed: boolean): Promise<void>;
}
