import type { Turn } from '../../../model/turn/turn';
import { text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

/** Reads the turns of a static query on all columns of `turns`. */
export type ReadTurns = (query: string, params?: (string | number)[]) => readonly Turn[];

/** Id and everything of a turn that can change: it ends once, and checkpoints are cleared. */
const versionsOf = (query: string): string => `
  SELECT json_group_array(json_object('id', id, 'version', outcome || ' ' || ifnull(ended_at, '') || ' ' ||
    ifnull(length(details), '') || ' ' || ifnull(checkpoint_before, '') || ' ' ||
    ifnull(checkpoint_after, '') || ' ' || contents_removed)) AS rows
  FROM (${query})`;
const ONE = 'SELECT * FROM turns WHERE id = ?';
const IDS = 'SELECT json_group_array(id) AS rows FROM turns';

/**
 * Creates a function that reads rows of `turns`; those that it read before and that did not change since, it does not
 * read again. A turn of a task reads all earlier ones in a dozen places.
 */
export function cacheTurns(db: SqlDatabase, decode: (row: Row) => Turn): ReadTurns {
  const known = new Map<string, { readonly version: string; readonly turn: Turn }>();
  let mayHoldRemoved = 0;
  let unchanged = { version: db.version, results: new Map<string, readonly Turn[]>() };
  return (query, params = []) => {
    if (unchanged.version !== db.version)
      unchanged = { version: db.version, results: new Map<string, readonly Turn[]>() };
    const key = `${params.join(' ')} ${query}`;
    const result = unchanged.results.get(key) ?? readChanged(query, params);
    unchanged.results.set(key, result);
    return result;
  };

  function readChanged(query: string, params: (string | number)[]): readonly Turn[] {
    const versions = db.allAsJson(versionsOf(query), params);
    const stale = versions.filter((row) => known.get(text(row, 'id'))?.version !== row['version']);
    // One statement for many is faster than one for each.
    const all = stale.length > versions.length / 2 ? db.all(query, params) : [];
    const rows = new Map(all.map((row) => [text(row, 'id'), row]));
    for (const each of stale) {
      const id = text(each, 'id');
      const row = rows.get(id) ?? db.get(ONE, [id]);
      if (row !== undefined) known.set(id, { version: text(each, 'version'), turn: decode(row) });
    }
    mayHoldRemoved += stale.length;
    if (mayHoldRemoved > MANY) {
      const ids = new Set(db.allAsJson(IDS) as unknown as readonly string[]);
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
      mayHoldRemoved = 0;
    }
    return versions.flatMap((row) => known.get(text(row, 'id'))?.turn ?? []);
  }
}

/** Rows read again after which those that left the table are forgotten. */
const MANY = 512;
