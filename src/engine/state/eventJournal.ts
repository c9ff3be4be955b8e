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

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly listener: (event: DevsEvent) => void,
  ) {}

  /** Runs `work`; its events are stored with it and told after it is durable, or not at all. */
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

  /** To be called inside `transaction`. Secrets in its facts are masked, whoever named them. */
  record({ data, ...event }: NewEvent): void {
    const at = this.clock.now().toISOString();
    // Masking changes what texts say, not where they stand.
    const entry = { at, ...event, data: maskedFacts(data) } as DevsEvent;
    this.store.addEvent(entry);
    this.pending.push(entry);
  }

  private deliver(): void {
    const events = this.pending;
    this.pending = [];
    for (const event of events) this.listener(event);
  }
}

function maskedFacts(data: object): object {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, masked(value)]));
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskSecrets(value);
  if (Array.isArray(value)) return value.map(masked);
  return typeof value === 'object' && value !== null ? maskedFacts({ ...value }) : value;
}
