import type { Turn } from '../../../model/turn/turn';
import type { TurnSummary } from '../../../ports/store';
import { decodeSegment, type SegmentPart, type StoredTurn } from './segmentFormat';

/** The folder of segment files. */
export interface SegmentFiles {
  /** Content of a file; undefined if it does not exist. Throws when it cannot be read. */
  read(name: string): Uint8Array | undefined;
  /** Names of all files. */
  list(): readonly string[];
  /** Writes a file durably. Throws, leaving nothing. */
  write(name: string, bytes: Uint8Array): void;
  remove(name: string): void;
  /** Path of a file, for messages. */
  path(name: string): string;
}

/** Content of a segment; each list oldest first. */
export interface SegmentContent {
  readonly turns: {
    readonly all: readonly StoredTurn[];
    readonly byTask: ReadonlyMap<string, readonly Turn[]>;
  };
  readonly summaries: {
    readonly all: readonly TurnSummary[];
    readonly byTask: ReadonlyMap<string, readonly TurnSummary[]>;
  };
}

export type LoadedSegment<Part extends SegmentPart> =
  | { readonly ok: true; readonly content: SegmentContent[Part] }
  | { readonly ok: false; readonly problem: 'missing' | 'damaged' };

interface Kept {
  readonly content: SegmentContent[SegmentPart];
  readonly size: number;
}

/** Bytes of decoded text in the cache: enough for 10,000 turns with a kilobyte of output each. */
const KEPT_BYTES = 48_000_000;

/** Caches decoded segments for all readers of a process; evicts the least recently used. */
export class SegmentCache {
  private readonly kept = new Map<string, Kept>();
  private size = 0;

  constructor(readonly files: SegmentFiles) {}

  /** Loads a part of a segment. Never throws. */
  load<Part extends SegmentPart>(name: string, part: Part): LoadedSegment<Part> {
    const key = `${part} ${name}`;
    const known = this.kept.get(key);
    if (known !== undefined) {
      // Moved to the end: read most recently.
      this.kept.delete(key);
      this.kept.set(key, known);
      return { ok: true, content: known.content as SegmentContent[Part] };
    }
    try {
      const bytes = this.files.read(name);
      if (bytes === undefined) return { ok: false, problem: 'missing' };
      const decoded = decodeSegment({ name, bytes }, part);
      if (decoded === undefined) return { ok: false, problem: 'damaged' };
      const content = SORTED[part](decoded.content);
      this.keep(key, { content, size: decoded.size });
      return { ok: true, content };
    } catch {
      // Unreadable counts as damaged: its turns cannot be shown, which a notice says.
      return { ok: false, problem: 'damaged' };
    }
  }

  /** File names in the folder; empty if it cannot be read. */
  names(): ReadonlySet<string> {
    try {
      return new Set(this.files.list());
    } catch {
      // Every segment then counts as missing, which a notice says.
      return new Set();
    }
  }

  private keep(key: string, kept: Kept): void {
    this.kept.set(key, kept);
    this.size += kept.size;
    for (const [oldest, { size }] of this.kept) {
      if (this.size <= KEPT_BYTES || oldest === key) return;
      this.kept.delete(oldest);
      this.size -= size;
    }
  }
}

const SORTED = {
  turns: (all: readonly StoredTurn[]) => ({ all, byTask: byTask(all.map(({ turn }) => turn)) }),
  summaries: (all: readonly TurnSummary[]) => ({ all, byTask: byTask(all) }),
} as { readonly [Part in SegmentPart]: (all: unknown) => SegmentContent[Part] };

function byTask<T extends { readonly countsOn: string }>(
  turns: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const turn of turns) {
    const group = groups.get(turn.countsOn);
    if (group === undefined) groups.set(turn.countsOn, [turn]);
    else group.push(turn);
  }
  return groups;
}
