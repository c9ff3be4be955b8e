/** Calls when a signal aborts, for many callers by one listener of the signal: Node warns of more than ten. */
export class SharedAbort {
  private readonly callbacks = new Map<AbortSignal, Set<() => void>>();

  /** Calls back when the signal aborts, until what is returned is called. */
  on(signal: AbortSignal, callback: () => void): () => void {
    const known = this.callbacks.get(signal);
    const all = known ?? new Set<() => void>();
    if (known === undefined) {
      this.callbacks.set(signal, all);
      signal.addEventListener('abort', this.callAll);
    }
    all.add(callback);
    return () => {
      if (!all.delete(callback) || all.size > 0) return;
      this.callbacks.delete(signal);
      signal.removeEventListener('abort', this.callAll);
    };
  }

  private readonly callAll = ({ target }: Event): void => {
    for (const callback of [...(this.callbacks.get(target as AbortSignal) ?? [])]) callback();
  };
}
