import { mapTexts } from '../../text/mapTexts';
import { maskSecrets } from '../../text/maskSecrets';
import type { DevsEvent, NewEvent } from '../../model/events/devsEvent';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';

/**
 * Stores events together with the changes that they describe, in one transaction, and emits them
 * once it is durable.
 */
export class EventJournal {
  private pending: DevsEvent[] = [];
  private depth = 0;
  /** Durable events that are still to be emitted. */
  private readonly outbox: DevsEvent[] = [];
  private delivering = false;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly listener: (event: DevsEvent) => void,
  ) {}

  /** Runs `work`. Its events are stored with it and emitted once it is durable, or not at all. */
  transaction<T>(work: () => T): T {
    const before = this.pending.length;
    let result: T;
    this.depth += 1;
    try {
      result = this.store.transaction(work);
    } catch (error) {
      this.pending.length = before;
      throw error;
    } finally {
      this.depth -= 1;
    }
    if (this.depth === 0) this.deliver();
    return result;
  }

  /** To be called inside `transaction`. Masks secrets in the facts. */
  record({ data, ...event }: NewEvent): void {
    const at = this.clock.now().toISOString();
    const entry = { at, ...event, data: mapTexts(data, maskSecrets) } as DevsEvent;
    this.store.addEvent(entry);
    this.pending.push(entry);
  }

  /** Emits in the order of recording, also if a listener records further events meanwhile. */
  private deliver(): void {
    this.outbox.push(...this.pending);
    this.pending = [];
    if (this.delivering) return;
    this.delivering = true;
    try {
      for (let next = this.outbox.shift(); next !== undefined; next = this.outbox.shift()) {
        this.listener(next);
      }
    } finally {
      this.delivering = false;
    }
  }
}
