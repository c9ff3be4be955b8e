/** Gives what a user said to the step that follows; of several messages in a row the newest. */
export class Heard {
  private words: string | undefined;

  /** `undefined` for a message that says nothing. */
  hear(words: string | undefined): void {
    this.words = words ?? this.words;
  }

  giveTo<T extends object>(step: T): T & { readonly asked?: string } {
    const { words } = this;
    this.words = undefined;
    return words === undefined ? step : { ...step, asked: words };
  }
}
