export interface NotificationQueueOptions<T> {
  /** Those that still need the user, as they are now. */
  readonly stillNeedYou: (items: readonly T[]) => readonly T[];
  /** Shows them in one notification; resolves once it is answered and closed. */
  readonly ask: (items: readonly T[]) => Promise<void>;
  /** What an item is about: one notification at most is open about it, outdated or not. Absent: about itself. */
  readonly subject?: (item: T) => string;
  readonly onFailure: (error: unknown) => void;
}

/** Shows what needs the user in one notification at a time, several in one. VS Code cannot close an outdated one. */
export class NotificationQueue<T> {
  private waiting: readonly T[] = [];
  /** Items of the newest notification; empty when it was closed. */
  private shown: readonly T[] = [];
  /** All that nobody has closed, outdated ones included. */
  private readonly open = new Set<readonly T[]>();

  constructor(private readonly options: NotificationQueueOptions<T>) {}

  /** Shows these items, now or after the present notification. */
  add(items: readonly T[]): void {
    this.waiting = [...this.waiting, ...items];
    // An outdated notification must not delay one about something else.
    if (this.options.stillNeedYou(this.shown).length === 0) this.shown = [];
    this.next();
  }

  /** Items of which a notification is open or pending. */
  all(): readonly T[] {
    return [...this.shown, ...this.waiting];
  }

  /** What of a notification's items still needs the user, with what came since it was shown, so that no second one follows. */
  take(items: readonly T[]): readonly T[] {
    if (this.shown !== items) return this.options.stillNeedYou(items);
    const all = this.options.stillNeedYou([...items, ...this.waiting]);
    this.waiting = [];
    return all;
  }

  private next(): void {
    if (this.shown.length > 0) return;
    const { stillNeedYou, subject } = this.options;
    const open = new Set(subject && [...this.open].flat().map(subject));
    const isOpen = (item: T): boolean => subject !== undefined && open.has(subject(item));
    this.shown = stillNeedYou(this.waiting.filter((item) => !isOpen(item)));
    this.waiting = this.waiting.filter(isOpen);
    if (this.shown.length > 0) void this.show(this.shown);
  }

  private async show(items: readonly T[]): Promise<void> {
    this.open.add(items);
    try {
      await this.options.ask(items);
    } catch (error) {
      this.options.onFailure(error);
    }
    this.open.delete(items);
    if (this.shown === items) this.shown = [];
    this.next();
  }
}
