import type { Disposable } from '../../ports/workspaceState';
import type { StoreReader } from '../../ports/store';
import type { Epoch } from './lease/openLease';

interface Held {
  readonly store: StoreReader;
  readonly epoch: Pick<Epoch, 'isHeld'>;
}

/**
 * The state while this process holds the lease. Nobody else writes meanwhile, so it is read from
 * memory, and listeners are told of each write without waiting for a file event.
 */
export class OwnState {
  private held: Held | undefined;
  /** Stamp of the file that this process wrote last and announced to listeners. */
  private written: string | undefined;
  private telling = false;
  private readonly listeners = new Set<() => void>();

  /** Shows `store` to readers until disposed; what they were given stays usable after that. */
  hold(store: StoreReader, epoch: Held['epoch']): Disposable {
    const held = { store, epoch };
    this.held = held;
    return {
      dispose: () => {
        if (this.held === held) this.held = undefined;
      },
    };
  }

  /** The state in memory; undefined unless this process holds the lease. */
  reader(): StoreReader | undefined {
    return this.held?.epoch.isHeld() === true ? this.held.store : undefined;
  }

  /** To be called after each write with the new file's stamp, inside the write's transaction or not. */
  noteWrite(stamp: string | undefined): void {
    this.written = stamp;
    if (this.telling || this.listeners.size === 0) return;
    this.telling = true;
    // After the transaction and all that goes with it: listeners read the state.
    setImmediate(() => {
      this.telling = false;
      for (const listener of [...this.listeners]) listener();
    });
  }

  /** Whether this process wrote the file with this stamp and announces it. */
  hasAnnounced(stamp: string): boolean {
    return stamp === this.written;
  }

  /** Calls the listener after writes of this process; once for all writes of one moment. */
  onDidWrite(listener: () => void): Disposable {
    // Its own function: the same listener may be added twice.
    const own = (): void => listener();
    this.listeners.add(own);
    return { dispose: () => void this.listeners.delete(own) };
  }
}
