/** The current turn of a run: skips its waits, ends it, and acts right after it. */
export class CurrentTurn {
  private readonly abort = new AbortController();
  private readonly waits = new AbortController();
  private readonly afterwards: (() => void)[] = [];

  constructor(readonly taskId: string) {}

  /** `signal` ends the turn at once, `skipWaits` only its waits for a retry. */
  get signals(): { readonly signal: AbortSignal; readonly skipWaits: AbortSignal } {
    return { signal: this.abort.signal, skipWaits: this.waits.signal };
  }

  /** Ends it at once; it is recorded as interrupted. */
  end(): void {
    this.abort.abort();
  }

  skipWaits(): void {
    this.waits.abort();
  }

  /** Ends it and acts once it is recorded; rejects with what `act` throws. */
  endAndThen<T>(act: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.afterwards.push(() => {
        try {
          resolve(act());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
      this.end();
    });
  }

  /** Runs the deferred acts; to be called once the turn is recorded. */
  settle(): void {
    for (const act of this.afterwards) act();
  }
}
