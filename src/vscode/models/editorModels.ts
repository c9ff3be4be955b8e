/** A language model of the editor. Its names are texts of an extension. */
export interface EditorModel {
  readonly id: string;
  readonly vendor: string;
  readonly family: string;
  /** Maximum tokens of one request; 0 or less: unknown. */
  readonly maxInputTokens: number;
  /** Whether it may be asked now without user interaction. */
  readonly mayBeAsked: boolean;
  /**
   * Sends messages of the user. Resolves when the model begins to answer, with its stream of texts and
   * other parts. If the user has not agreed yet, the editor asks first. The promise or the stream rejects
   * with `NoPermissions`, `NotFound`, `Blocked` or another value as `code`.
   */
  send(messages: readonly string[], signal: AbortSignal): Promise<AsyncIterable<unknown>>;
  /** May give anything, and may never settle. */
  countTokens(text: string, signal: AbortSignal): Promise<number>;
}

/** The language models that extensions bring into the editor. */
export interface EditorModels {
  /** In the editor's order; all where no vendor is given. */
  find(vendor: string | undefined): Promise<readonly EditorModel[]>;
  /** Stores whether the models of a vendor may be asked without user interaction, in all workspaces. */
  setAllowed(vendor: string, allowed: boolean): Promise<void>;
}
