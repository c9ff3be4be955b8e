import { addWrite } from './assertNewest';
import { integer } from './row';
import type { SqlDatabase } from './sqlDatabase';

/** Stores the bytes durably before it returns; throws on failure. */
export type Persist = (bytes: Uint8Array) => void;

/** Durable copy of the content. */
export interface Saving {
  readonly persist: Persist;
  /** Content on disk, to which a failed write reverts. */
  readonly saved: Uint8Array;
}

/**
 * Atomic transactions: changes are in the database and persisted, or neither. A transaction
 * without changes persists nothing.
 */
export class Transactions {
  private depth = 0;
  /** Called after each transaction whose changes are on disk. */
  onCommitted: () => void = () => undefined;

  /** Without `saving`, the content stays in memory only. */
  constructor(
    private readonly db: SqlDatabase,
    private saving: Saving | undefined,
  ) {}

  /** The content as it is on disk; undefined if it stays in memory only. */
  get saved(): Uint8Array | undefined {
    return this.saving?.saved;
  }

  /** Runs `work` in a transaction, or in a savepoint of the open one. */
  run<T>(work: () => T): T {
    return this.depth === 0 ? this.outermost(work) : this.within('SAVEPOINT', work);
  }

  /** Runs `work` in a transaction of its own and frees unused pages. */
  runAndCompact(work: () => void): void {
    this.outermost(work, { compact: true });
  }

  /** Runs a single write in the open transaction, or in one of its own. */
  write<T>(work: () => T): T {
    return this.depth === 0 ? this.outermost(work) : work();
  }

  private outermost<T>(work: () => T, { compact = false } = {}): T {
    const before = this.changes();
    const result = this.within('BEGIN', () => {
      const done = work();
      if (this.changes() !== before) addWrite(this.db);
      return done;
    });
    if (this.changes() === before) return result;
    if (this.saving !== undefined) this.save(this.saving, compact);
    this.onCommitted();
    return result;
  }

  private within<T>(start: keyof typeof ENDINGS, work: () => T): T {
    const { begin, commit, rollback } = ENDINGS[start];
    this.db.script(begin);
    this.depth += 1;
    try {
      const result = work();
      if (result instanceof Promise) throw new TypeError('a transaction cannot wait for a promise');
      this.db.script(commit);
      return result;
    } catch (error) {
      this.db.script(rollback);
      throw error;
    } finally {
      this.depth -= 1;
    }
  }

  private save({ persist, saved }: Saving, compact: boolean): void {
    try {
      if (compact && isWorthCompacting(this.db)) this.db.script('VACUUM');
      const bytes = this.db.bytes();
      persist(bytes);
      this.saving = { persist, saved: bytes };
    } catch (error) {
      this.db.reload(saved);
      throw error;
    }
  }

  private changes(): number {
    const row = this.db.get('SELECT total_changes() AS changes');
    return row === undefined ? 0 : integer(row, 'changes');
  }
}

const ENDINGS = {
  BEGIN: { begin: 'BEGIN', commit: 'COMMIT', rollback: 'ROLLBACK' },
  SAVEPOINT: {
    begin: 'SAVEPOINT joined',
    commit: 'RELEASE joined',
    rollback: 'ROLLBACK TO joined; RELEASE joined',
  },
} as const;

/** Whether more than a quarter of the file is free pages. */
function isWorthCompacting(db: SqlDatabase): boolean {
  const free = pragma(db, 'freelist_count');
  return free > 16 && free * 4 > pragma(db, 'page_count');
}

function pragma(db: SqlDatabase, name: 'freelist_count' | 'page_count'): number {
  const row = db.get(`PRAGMA ${name}`);
  return row === undefined ? 0 : integer(row, name);
}
