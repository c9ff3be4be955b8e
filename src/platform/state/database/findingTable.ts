import type { DismissedFinding } from '../../../model/steps/finding';
import type { Store, StoreReader } from '../../../ports/store';
import { integer, json, text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

type Reading = Pick<StoreReader, 'listDismissedFindings'>;
type Writing = Pick<Store, 'addDismissedFinding'>;

const LIST = 'SELECT * FROM dismissed_findings ORDER BY counts_on, turn';
const LIST_OF = 'SELECT * FROM dismissed_findings WHERE counts_on = ? ORDER BY turn';
const ADD = `
  INSERT OR IGNORE INTO dismissed_findings (turn_id, counts_on, turn, detector, places, at)
  VALUES (?, ?, ?, ?, ?, ?)`;

/** Reads `dismissed_findings`. */
export function readDismissedFindings(db: SqlDatabase): Reading {
  return {
    listDismissedFindings: (countsOn) =>
      (countsOn === undefined ? db.all(LIST) : db.all(LIST_OF, [countsOn])).map(toFinding),
  };
}

/** Writes `dismissed_findings`. */
export function writeDismissedFindings(db: SqlDatabase): Writing {
  return {
    addDismissedFinding: ({ turnId, countsOn, turn, detector, places, at }) => {
      db.run(ADD, [turnId, countsOn, turn, detector, JSON.stringify(places), at]);
    },
  };
}

function toFinding(row: Row): DismissedFinding {
  return {
    turnId: text(row, 'turn_id'),
    countsOn: text(row, 'counts_on'),
    turn: integer(row, 'turn'),
    detector: text(row, 'detector') as DismissedFinding['detector'],
    places: json(row, 'places') as DismissedFinding['places'],
    at: text(row, 'at'),
  };
}
