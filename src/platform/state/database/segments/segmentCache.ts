import type { Turn } from '../../../../model/turn/turn';
import type { TurnSummary } from '../../../../ports/store';
import { decodeSegment, type SegmentPart, type StoredTurn } from './segmentFormat';

/** The folder of segment files. */
export interface SegmentFiles {
  /** The content; undefined when there is no such file. Throws when it cannot be read. */
  read(name: string): Uint8Array | undefined;
  /** Names of all files. */
  list(): readonly string[];
  /** Writes a file that survives a power cut before it returns. Throws, leaving nothing. */
  write(name: string, bytes: Uint8Array): void;
  remove(name: string): void;
  /** Where a file lies, for messages. */
  path(name: string): string;
}

/** What is read of a segment; each list oldest first. */
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

/** Bytes of text that stay decoded: 10,000 turns with a kilobyte of output each fit in. */
const KEPT_BYTES = 48_000_000;

/** Segments, decoded once for all readers of a process; the least recently read are forgotten. */
export class SegmentCache {
  private readonly kept = new Map<string, Kept>();
  private size = 0;

  constructor(readonly files: SegmentFiles) {}

  /** The part of a segment. Never throws. */
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
      // Unreadable is as good as damaged: its turns cannot be shown, and that is told.
      return { ok: false, problem: 'damaged' };
    }
  }

  /** Names in the folder; none when it cannot be read. */
  names(): ReadonlySet<string> {
    try {
      return new Set(this.files.list());
    } catch {
      // Then every segment counts as missing, which is told.
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
