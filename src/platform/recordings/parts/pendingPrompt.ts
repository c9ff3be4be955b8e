/** Keeps the newest user message until the step that follows it. */
export class PendingPrompt {
  private text: string | undefined;

  /** `undefined`, for a message without text, keeps the earlier one. */
  set(text: string | undefined): void {
    this.text = text ?? this.text;
  }

  attachTo<T extends object>(step: T): T & { readonly asked?: string } {
    const { text } = this;
    this.text = undefined;
    return text === undefined ? step : { ...step, asked: text };
  }
}
