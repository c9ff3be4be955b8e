import { isSegmentName } from './segments/segmentFormat';
import type { SqlDatabase } from './sql/sqlDatabase';
import { canMoveTurns, moveTurns } from './moveTurns';
import type { Transactions } from './sql/transactions';
import type { TurnArchive } from './segments/turnArchive';

/**
 * Keeps the database small: moves old turns into segments and removes unnamed segments. Failures
 * are reported by `problem` and retried; the turns stay in place.
 */
export class TurnArchiver {
  /** Last failure, one sentence; undefined after success. */
  problem: string | undefined;
  private busy = false;
  /** Segments without an entry; the previous database file may still name them. */
  private unnamed: ReadonlySet<string> | undefined;

  constructor(
    private readonly db: SqlDatabase,
    private readonly archive: TurnArchive,
    private readonly transactions: Transactions,
  ) {}

  /** To be called after each persisted transaction, and once on opening. */
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
      this.problem = `Old turns could not be moved out of the database, so it grows: ${why}`;
    } finally {
      this.busy = false;
    }
  }

  /** Removes a file once neither this state nor the last good one names it. */
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

/** Whether a file is a segment or a temporary file of one. */
function isSegmentFile(name: string): boolean {
  return isSegmentName(name) || (name.startsWith('turns-') && name.endsWith('.tmp'));
}
