import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Turn } from '../../../model/turn/turn';
import type { TurnSummary } from '../../../ports/store';
import { bytes, integer, text } from './row';
import type { SegmentCache, SegmentContent } from './segmentCache';
import { encodeSegment, type SegmentPart, type StoredTurn } from './segmentFormat';
import type { Row, SqlDatabase } from './sqlDatabase';

/** A row of `turn_segments`: one file of old turns. */
export interface SegmentEntry {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly file: string;
  /** Number of turns per task that they count on. */
  readonly tasks: ReadonlyMap<string, number>;
}

/** A segment whose turns cannot be read. */
export interface LostSegment {
  readonly entry: SegmentEntry;
  readonly problem: 'missing' | 'damaged';
}

const ENTRIES = 'SELECT * FROM turn_segments ORDER BY first_seq';
const ADD = 'INSERT INTO turn_segments (first_seq, last_seq, file, tasks) VALUES (?, ?, ?, ?)';
const REPLACE = 'UPDATE turn_segments SET file = ?2, tasks = ?3 WHERE first_seq = ?1';
const REMOVE = 'DELETE FROM turn_segments WHERE first_seq = ?';

/** Index and content of segment files. Omits and notes files that cannot be read. */
export class TurnArchive {
  private known:
    | { readonly version: number; readonly entries: readonly SegmentEntry[] }
    | undefined;
  private readonly damaged = new Set<string>();
  /** True if files may exist that no entry names. */
  mayHaveUnnamedFiles = false;

  /** Without `segments` (a database without a folder), every segment is missing. */
  constructor(
    private readonly db: SqlDatabase,
    readonly segments: SegmentCache | undefined,
  ) {}

  /** Oldest first. */
  entries(): readonly SegmentEntry[] {
    const { version } = this.db;
    if (this.known?.version !== version) {
      this.known = { version, entries: this.db.all(ENTRIES).map(toEntry) };
    }
    return this.known.entries;
  }

  /** The newest turns that count on a task, oldest first; at least `limit` if that many exist. */
  newestTurns(countsOn: string, limit: number): readonly Turn[] {
    return this.newestOf(limit, countsOn, (entry) => this.turnsIn(entry)?.byTask.get(countsOn));
  }

  /** As `newestTurns`, but summaries. */
  newestSummaries(countsOn: string, limit: number): readonly TurnSummary[] {
    return this.newestOf(limit, countsOn, (entry) => this.summariesIn(entry)?.byTask.get(countsOn));
  }

  /** The turn and all later archived ones, oldest first; undefined if it is not archived. */
  turnsFrom(turnId: string): readonly Turn[] | undefined {
    const entries = this.entries();
    const at = entries.findLastIndex(
      (entry) => this.summariesIn(entry)?.all.some(({ id }) => id === turnId) === true,
    );
    if (at === -1) return undefined;
    const turns = entries.slice(at).flatMap((entry) => this.turnsIn(entry)?.all ?? []);
    const first = turns.findIndex(({ turn }) => turn.id === turnId);
    return first === -1 ? undefined : turns.slice(first).map(({ turn }) => turn);
  }

  /** Summaries of all readable archived turns, oldest first. */
  summaries(): readonly TurnSummary[] {
    return this.entries().flatMap((entry) => this.summariesIn(entry)?.all ?? []);
  }

  /** The turns of a segment; undefined if it is missing or damaged. */
  turnsIn(entry: SegmentEntry): SegmentContent['turns'] | undefined {
    return this.load(entry, 'turns');
  }

  private summariesIn(entry: SegmentEntry): SegmentContent['summaries'] | undefined {
    return this.load(entry, 'summaries');
  }

  private load<Part extends SegmentPart>(
    entry: SegmentEntry,
    part: Part,
  ): SegmentContent[Part] | undefined {
    const loaded = this.segments?.load(entry.file, part);
    if (loaded?.ok === true) return loaded.content;
    if (loaded?.problem === 'damaged') this.damaged.add(entry.file);
    return undefined;
  }

  private newestOf<T>(
    limit: number,
    countsOn: string,
    read: (entry: SegmentEntry) => readonly T[] | undefined,
  ): readonly T[] {
    const parts: (readonly T[])[] = [];
    let found = 0;
    for (const entry of this.entries().toReversed()) {
      if (found >= limit) break;
      if (!entry.tasks.has(countsOn)) continue;
      const turns = read(entry) ?? [];
      parts.push(turns);
      found += turns.length;
    }
    return parts.toReversed().flat();
  }

  /** Segments that are missing, or were found damaged on reading. */
  lostSegments(): readonly LostSegment[] {
    const entries = this.entries();
    if (entries.length === 0) return [];
    const there = this.segments?.names() ?? new Set();
    return entries.flatMap((entry) => {
      if (!there.has(entry.file)) return { entry, problem: 'missing' as const };
      return this.damaged.has(entry.file) ? { entry, problem: 'damaged' as const } : [];
    });
  }

  /** Writes turns to a new segment; the caller removes their rows in the same transaction. */
  add(turns: readonly StoredTurn[]): void {
    const [first, last] = [turns[0]?.seq ?? 0, turns.at(-1)?.seq ?? 0];
    this.db.run(ADD, [first, last, this.write(turns), packTasks(countTasks(turns))]);
  }

  /**
   * Replaces the turns of an entry; none removes it. The previous file stays for current readers.
   */
  replace({ firstSeq }: SegmentEntry, turns: readonly StoredTurn[]): void {
    this.mayHaveUnnamedFiles = true;
    if (turns.length === 0) this.db.run(REMOVE, [firstSeq]);
    else this.db.run(REPLACE, [firstSeq, this.write(turns), packTasks(countTasks(turns))]);
  }

  private write(turns: readonly StoredTurn[]): string {
    if (this.segments === undefined) throw new Error('there is no folder for old turns');
    this.mayHaveUnnamedFiles = true;
    const { name, bytes: content } = encodeSegment(turns);
    this.segments.files.write(name, content);
    return name;
  }
}

function countTasks(turns: readonly StoredTurn[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { turn } of turns) counts.set(turn.countsOn, (counts.get(turn.countsOn) ?? 0) + 1);
  return counts;
}

function packTasks(tasks: ReadonlyMap<string, number>): Uint8Array {
  return deflateRawSync(JSON.stringify([...tasks]));
}

function toEntry(row: Row): SegmentEntry {
  const tasks = inflateRawSync(bytes(row, 'tasks')).toString('utf8');
  return {
    firstSeq: integer(row, 'first_seq'),
    lastSeq: integer(row, 'last_seq'),
    file: text(row, 'file'),
    tasks: new Map(JSON.parse(tasks) as [string, number][]),
  };
}
