import type { Hop } from '../../../model/hops/hop';
import type { Store, StoreReader } from '../../../ports/store';
import { json } from './row';
import type { SqlDatabase } from './sqlDatabase';

const OF_TURN = 'SELECT hop FROM hops WHERE turn_id = ? ORDER BY number';
const PUT = `
  INSERT INTO hops (turn_id, number, hop) VALUES (?1, ?2, ?3)
  ON CONFLICT (turn_id, number) DO UPDATE SET hop = ?3`;
const REMOVE = 'DELETE FROM hops WHERE turn_id = ?';

/** Reads `hops` of running turns. */
export function readHops(db: SqlDatabase): Pick<StoreReader, 'listHops'> {
  return { listHops: (turnId) => hopsOf(db, turnId) };
}

/** Writes `hops`. */
export function writeHops(db: SqlDatabase): Pick<Store, 'putHop'> {
  return { putHop: (turnId, hop) => void db.run(PUT, [turnId, hop.number, JSON.stringify(hop)]) };
}

/** Removes and returns the hops of a turn that ends: they become part of the turn. */
export function takeHops(db: SqlDatabase, turnId: string): readonly Hop[] {
  const hops = hopsOf(db, turnId);
  if (hops.length > 0) db.run(REMOVE, [turnId]);
  return hops;
}

function hopsOf(db: SqlDatabase, turnId: string): readonly Hop[] {
  return db.all(OF_TURN, [turnId]).map((row) => json(row, 'hop') as Hop);
}
