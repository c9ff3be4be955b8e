import {
  MAX_KIND,
  MAX_UNKNOWN_KINDS,
  type StreamCoverage,
  type UnknownEventKind,
} from '../../../model/steps/streamCoverage';

/** Different unknown kinds that are counted; further ones count as unknown lines only. */
const MAX_COUNTED_KINDS = 64;

/** Counts of the lines of a stream by kind; memory is bounded. */
export class StreamTally {
  #lines = 0;
  #events = 0;
  #unknown = 0;
  #isUnknown = false;
  readonly #kinds = new Map<string, number>();

  /** A part of the current line is of a kind that the format does not know. */
  countUnknown(kind: string): void {
    this.#isUnknown = true;
    const name = toKindName(kind);
    const known = this.#kinds.get(name);
    if (known === undefined && this.#kinds.size >= MAX_COUNTED_KINDS) return;
    this.#kinds.set(name, (known ?? 0) + 1);
  }

  /** The current line, a JSON object, has been read; `isEvent`: its format knows what it is. */
  endLine(value: object, isEvent: boolean): void {
    if (isEvent) this.#events += 1;
    else this.countUnknown('type' in value && typeof value.type === 'string' ? value.type : '');
    if (this.#isUnknown) this.#unknown += 1;
    this.#isUnknown = false;
    this.#lines += 1;
  }

  /** All that was counted so far. */
  get counts(): Pick<StreamCoverage, 'lines' | 'events' | 'unknown' | 'unknownKinds'> {
    return {
      ...{ lines: this.#lines, events: this.#events, unknown: this.#unknown },
      unknownKinds: this.#mostFrequent(),
    };
  }

  #mostFrequent(): readonly UnknownEventKind[] {
    const kinds = [...this.#kinds].map(([name, count]) => ({ name, count }));
    return kinds.toSorted((a, b) => b.count - a.count).slice(0, MAX_UNKNOWN_KINDS);
  }
}

/** A name that came from the agent, made harmless. */
export function toKindName(text: string): string {
  const name = text
    .slice(0, 2 * MAX_KIND)
    .replace(/[^\w./:-]+/g, '?')
    .slice(0, MAX_KIND);
  return name === '' ? '(none)' : name;
}
