/** A least-recently-used map with at most `size` entries. */
export class RecentMap<T> {
  private readonly entries = new Map<string, T>();

  /** Key that was used last; undefined before the first use. */
  private newest: string | undefined;

  constructor(private readonly size: number) {}

  get(key: string): T | undefined {
    const value = this.entries.get(key);
    if (value === undefined || this.newest === key) return value;
    this.newest = key;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  /** All values, least recently used first. */
  values(): IterableIterator<T> {
    return this.entries.values();
  }

  set(key: string, value: T): void {
    this.newest = key;
    if (this.entries.has(key)) this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size <= this.size) return;
    const [oldest] = this.entries.keys();
    if (oldest !== undefined) this.entries.delete(oldest);
  }
}
