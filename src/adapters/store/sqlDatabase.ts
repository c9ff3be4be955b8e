import type { Database, SqlJsStatic, SqlValue, Statement } from 'sql.js';

export type Row = Readonly<Record<string, SqlValue>>;

/**
 * An in-memory SQLite database with a cache of prepared statements. The cache dies with each
 * `bytes()`, because sql.js frees every statement when it exports.
 */
export class SqlDatabase {
  private database: Database;
  private readonly statements = new Map<string, Statement>();

  /** Without `bytes` an empty database. Content that is no database fails at the first query. */
  constructor(
    private readonly sqlJs: SqlJsStatic,
    bytes?: Uint8Array,
  ) {
    this.database = new sqlJs.Database(bytes);
  }

  /** Every row of one static query. */
  all(sql: string, params: SqlValue[] = []): readonly Row[] {
    const statement = this.prepared(sql);
    const rows: Row[] = [];
    try {
      statement.bind(params);
      while (statement.step()) rows.push(statement.getAsObject());
    } finally {
      statement.reset();
    }
    return rows;
  }

  /** The first row of one static query. */
  get(sql: string, params: SqlValue[] = []): Row | undefined {
    return this.all(sql, params)[0];
  }

  /** Runs one static statement; returns how many rows it changed. */
  run(sql: string, params: SqlValue[] = []): number {
    this.all(sql, params);
    return this.database.getRowsModified();
  }

  /** Runs a script of several statements (migrations). */
  script(sql: string): void {
    this.database.exec(sql);
  }

  /** The whole database as the bytes of a file. Not inside a transaction. */
  bytes(): Uint8Array {
    this.freeStatements();
    return this.database.export();
  }

  /** Goes back to the given bytes; whatever was open is dropped. */
  reload(bytes: Uint8Array): void {
    this.close();
    this.database = new this.sqlJs.Database(bytes);
  }

  close(): void {
    this.freeStatements();
    this.database.close();
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
