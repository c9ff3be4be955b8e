import type { TurnSummary } from '../../../ports/store';
import { text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

/** Id and everything of a turn that can change: it ends once, and checkpoints are cleared. */
const VERSIONS = `
  SELECT json_group_array(json_object('id', id, 'version', outcome || ' ' || ended_at || ' ' ||
    length(details) || ' ' || checkpoint_before || ' ' || checkpoint_after || ' ' || contents_removed)) AS rows
  FROM (SELECT id, outcome, ifnull(ended_at, '') AS ended_at, ifnull(details, '') AS details,
    ifnull(checkpoint_before, '') AS checkpoint_before, ifnull(checkpoint_after, '') AS checkpoint_after,
    contents_removed
    FROM turns ORDER BY seq)`;
const ALL = 'SELECT * FROM turns ORDER BY seq';
const ONE = 'SELECT * FROM turns WHERE id = ?';

/**
 * Creates a function that summarises the rows of `turns`, oldest first. Of the rows that it
 * summarised before, it reads only those that changed.
 */
export function createTurnSummaries(
  db: SqlDatabase,
  summarize: (row: Row) => TurnSummary,
): () => readonly TurnSummary[] {
  let known = new Map<string, { readonly version: string; readonly summary: TurnSummary }>();
  return () => {
    // One statement for all is faster than one for each.
    const all = known.size === 0 ? db.all(ALL) : [];
    const rows = new Map(all.map((row) => [text(row, 'id'), row]));
    const current: typeof known = new Map();
    for (const turn of db.allAsJson(VERSIONS)) {
      const [id, version] = [text(turn, 'id'), text(turn, 'version')];
      const old = known.get(id);
      const row = old?.version === version ? undefined : (rows.get(id) ?? db.get(ONE, [id]));
      const summary = row === undefined ? old?.summary : summarize(row);
      if (summary !== undefined) current.set(id, { version, summary });
    }
    known = current;
    return [...current.values()].map(({ summary }) => summary);
  };
}
