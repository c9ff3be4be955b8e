import type { Database, SqlJsStatic, SqlValue, Statement } from 'sql.js';

export type Row = Readonly<Record<string, SqlValue>>;

/** An in-memory SQLite database with a cache of prepared statements, which survive an export. */
export class SqlDatabase {
  private database: Database;
  private readonly statements = new Map<string, Statement>();
  private retired: Uint8Array | undefined;
  private writes = 0;
  private takenBack = 0;

  /** Without `bytes`, creates an empty database. Leaves `bytes` unchanged. Throws if it is not a database. */
  constructor(
    private readonly sqlJs: SqlJsStatic,
    bytes?: Uint8Array,
  ) {
    this.database = open(sqlJs, bytes);
  }

  /** Changes after every operation that may change the content. */
  get version(): number {
    return this.writes;
  }

  /** Changes after every operation that may have taken back earlier writes. */
  get epoch(): number {
    return this.takenBack;
  }

  /** All rows of a static query. */
  all(sql: string, params: SqlValue[] = []): readonly Row[] {
    if (this.retired !== undefined) return this.allRetired(this.retired, sql, params);
    const statement = this.prepared(sql);
    const rows: Row[] = [];
    try {
      statement.bind(params.map(bindable));
      // `getAsObject` reads the column names for each row, which takes longer than the values.
      const names = statement.getColumnNames();
      while (statement.step()) rows.push(rowOf(names, statement.get()));
    } finally {
      statement.reset();
    }
    return rows;
  }

  /** The first row of a static query. */
  get(sql: string, params: SqlValue[] = []): Row | undefined {
    return this.all(sql, params)[0];
  }

  /**
   * All rows of a query that returns one text `rows` with a JSON array of rows. For many small
   * rows, several times as fast as `all`.
   */
  allAsJson(sql: string, params: SqlValue[] = []): readonly Row[] {
    const rows = this.get(sql, params)?.['rows'];
    return JSON.parse(typeof rows === 'string' ? rows : '[]') as readonly Row[];
  }

  /** Runs a static statement; returns the number of changed rows. */
  run(sql: string, params: SqlValue[] = []): number {
    this.writes += 1;
    this.all(sql, params);
    return this.database.getRowsModified();
  }

  /** Runs a script of several statements (migrations). */
  script(sql: string): void {
    this.writes += 1;
    if (sql.startsWith('ROLLBACK')) this.takenBack += 1;
    this.database.exec(sql);
  }

  /** The database as file content. Not inside a transaction. */
  bytes(): Uint8Array {
    return this.database.export();
  }

  /** Replaces the content with the given bytes; drops open transactions. */
  reload(bytes: Uint8Array): void {
    this.writes += 1;
    this.takenBack += 1;
    this.close();
    this.database = open(this.sqlJs, bytes);
  }

  /**
   * Frees memory outside the garbage-collected heap. Readers keep working, slower; no one has to
   * know when the last reader is done. Writing throws. `content`: the database as file content, if
   * the caller has it.
   */
  retire(content?: Uint8Array): void {
    this.retired ??= content ?? this.bytes();
    this.close();
  }

  close(): void {
    this.freeStatements();
    this.database.close();
  }

  private allRetired(bytes: Uint8Array, sql: string, params: SqlValue[]): readonly Row[] {
    const revived = new SqlDatabase(this.sqlJs, bytes);
    try {
      return revived.all(sql, params);
    } finally {
      revived.close();
    }
  }

  private prepared(sql: string): Statement {
    const known = this.statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }

  private freeStatements(): void {
    for (const statement of this.statements.values()) statement.free();
    this.statements.clear();
  }
}

function rowOf(names: readonly string[], values: readonly SqlValue[]): Row {
  const row: Record<string, SqlValue> = {};
  for (let at = 0; at < names.length; at += 1) row[names[at] ?? ''] = values[at] ?? null;
  return row;
}

/** SQLite truncates text at NUL on reading: replaces it by the visible symbol. */
function bindable(value: SqlValue): SqlValue {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '␀') : value;
}

function open(sqlJs: SqlJsStatic, bytes: Uint8Array | undefined): Database {
  // sql.js copies the bytes with `slice`, which copies nothing of a `Buffer`: SQLite would write into it.
  const plain = bytes && new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const database = new sqlJs.Database(plain);
  // The whole file is written each time, and each table and index takes a page or more: smaller pages
  // make a smaller file, but take longer to export. The journal serves ROLLBACK only; crash safety
  // comes from the file that `persist` wrote.
  try {
    database.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY');
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
