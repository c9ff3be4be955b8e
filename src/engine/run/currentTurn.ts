/** The current turn of a run: skips its waits, ends it, and acts right after it. */
export class CurrentTurn {
  private readonly abort = new AbortController();
  private readonly skipWaits = new AbortController();
  private readonly afterwards: (() => void)[] = [];

  constructor(readonly taskId: string) {}

  /** `signal` ends the turn at once, `skipWaits` waiting for a retry and nothing else. */
  get signals(): { readonly signal: AbortSignal; readonly skipWaits: AbortSignal } {
    return { signal: this.abort.signal, skipWaits: this.skipWaits.signal };
  }

  /** Ends it at once; it is recorded as interrupted. */
  end(): void {
    this.abort.abort();
  }

  waitNoMore(): void {
    this.skipWaits.abort();
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

  /** To be called once it is recorded. */
  over(): void {
    for (const act of this.afterwards) act();
  }
}
