import { decodeSegment, type Segment } from './segmentFormat';

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

export type LoadedSegment =
  | { readonly ok: true; readonly segment: Segment }
  | { readonly ok: false; readonly problem: 'missing' | 'damaged' };

/** Bytes of text that stay decoded: 10,000 turns with a kilobyte of output each fit in. */
const KEPT_BYTES = 48_000_000;

/** Segments, decoded once for all readers of a process; the least recently read are forgotten. */
export class SegmentCache {
  private readonly decoded = new Map<string, Segment>();
  private size = 0;

  constructor(readonly files: SegmentFiles) {}

  /** Never throws. */
  load(name: string): LoadedSegment {
    const known = this.decoded.get(name);
    if (known !== undefined) {
      this.decoded.delete(name);
      this.decoded.set(name, known);
      return { ok: true, segment: known };
    }
    const loaded = this.read(name);
    if (loaded.ok) this.keep(name, loaded.segment);
    return loaded;
  }

  /** Names in the folder; none when it cannot be read. */
  names(): ReadonlySet<string> {
    try {
      return new Set(this.files.list());
    } catch {
      // Reading the segments tells what is missing.
      return new Set();
    }
  }

  private read(name: string): LoadedSegment {
    try {
      const bytes = this.files.read(name);
      if (bytes === undefined) return { ok: false, problem: 'missing' };
      const segment = decodeSegment(name, bytes);
      return segment === undefined ? { ok: false, problem: 'damaged' } : { ok: true, segment };
    } catch {
      // Unreadable is as good as damaged: its turns cannot be shown, and that is told.
      return { ok: false, problem: 'damaged' };
    }
  }

  private keep(name: string, segment: Segment): void {
    this.decoded.set(name, segment);
    this.size += segment.size;
    for (const [oldest, { size }] of this.decoded) {
      if (this.size <= KEPT_BYTES || oldest === name) return;
      this.decoded.delete(oldest);
      this.size -= size;
    }
  }
}
