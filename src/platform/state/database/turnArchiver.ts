import { isSegmentName } from './segments/segmentFormat';
import type { SqlDatabase } from './sql/sqlDatabase';
import { canMoveTurns, moveTurns } from './moveTurns';
import type { Transactions } from './sql/transactions';
import type { TurnArchive } from './segments/turnArchive';

/**
 * Keeps the database small: old turns move into segments, and segments that nobody names any more
 * are removed. What fails is told by `problem` and tried again; the turns stay where they are.
 */
export class TurnArchiver {
  /** What could not be done last time, as a sentence; undefined when all is well. */
  problem: string | undefined;
  private busy = false;
  /** Segments without an entry. The database file before this one may still name them. */
  private unnamed: ReadonlySet<string> | undefined;

  constructor(
    private readonly db: SqlDatabase,
    private readonly archive: TurnArchive,
    private readonly transactions: Transactions,
  ) {}

  /** To be called after each transaction that was persisted, and once when the state is opened. */
  run(): void {
    const { segments } = this.archive;
    if (this.busy || segments === undefined) return;
    this.busy = true;
    try {
      this.removeUnnamed(segments.files);
      if (canMoveTurns(this.db))
        this.transactions.runAndCompact(() => moveTurns(this.db, this.archive));
      this.problem = undefined;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.problem = `Old turns could not be moved out of the database, which grows meanwhile: ${why}`;
    } finally {
      this.busy = false;
    }
  }

  /** A file goes once neither this state nor the one before, which is kept beside it, names it. */
  private removeUnnamed(files: NonNullable<TurnArchive['segments']>['files']): void {
    const before = this.unnamed;
    const mayHaveChanged =
      before === undefined || before.size > 0 || this.archive.mayHaveUnnamedFiles;
    if (!mayHaveChanged) return;
    this.archive.mayHaveUnnamedFiles = false;
    const named = new Set(this.archive.entries().map(({ file }) => file));
    const unnamed = files.list().filter((name) => isSegmentFile(name) && !named.has(name));
    for (const name of unnamed) if (before?.has(name) === true) files.remove(name);
    this.unnamed = new Set(unnamed.filter((name) => before?.has(name) !== true));
  }
}

/** Segments, and what writers of segments left when they were killed. */
function isSegmentFile(name: string): boolean {
  return isSegmentName(name) || (name.startsWith('turns-') && name.endsWith('.tmp'));
}
