import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FailureAnalysisReport, ReportedTurn } from '../../../model/report/pauseReport';
import {
  readEvents,
  selectEvents,
  type EventRow,
  type StoredEvent,
} from '../../../model/events/devsEvent';
import type { Store, StoreReader } from '../../../ports/store';
import { LASTING_EVENTS, type LastingEvent } from '../../../model/events/lastingEvents';
import { createPackedEvents } from './eventBlocks';
import { integer, json, text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

type Reading = Pick<
  StoreReader,
  | 'latestReport'
  | 'listHints'
  | 'listEvents'
  | 'listTaskEvents'
  | 'listEventsNamed'
  | 'listLastingEvents'
  | 'listNotices'
  | 'listVerifyArtefacts'
>;
type Writing = Pick<
  Store,
  'addReport' | 'addHint' | 'clearHints' | 'addEvent' | 'addVerifyArtefacts'
>;

const LATEST_REPORT = 'SELECT report FROM reports WHERE task_id = ? ORDER BY id DESC LIMIT 1';
const ADD_REPORT = 'INSERT INTO reports (task_id, created_at, report) VALUES (?, ?, ?)';
const KEEP_REPORTS = `
  DELETE FROM reports WHERE task_id = ?1 AND id <= (
    SELECT id FROM reports WHERE task_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`;
/** Reports kept per task; only the newest is shown. */
const KEPT_REPORTS = 3;
const HINTS = 'SELECT text FROM hints WHERE task_id = ? ORDER BY id';
const ADD_HINT = 'INSERT INTO hints (task_id, text, at) VALUES (?, ?, ?)';
const CLEAR_HINTS = 'DELETE FROM hints WHERE task_id = ?';
const NEWEST_EVENTS = 'SELECT * FROM events ORDER BY id DESC LIMIT ?';
const TASK_EVENTS = 'SELECT * FROM events WHERE task_id = ? AND event = ? ORDER BY id DESC LIMIT ?';
const NAMED_EVENTS = `
  SELECT * FROM events WHERE event IN (SELECT value FROM json_each(?)) ORDER BY id DESC LIMIT ?`;
const LASTING = `
  SELECT * FROM events WHERE id > ? AND event IN (SELECT value FROM json_each(?)) ORDER BY id`;
const NEWEST_EVENT_ID = 'SELECT ifnull(max(id), 0) AS id FROM events';
const ADD_EVENT = 'INSERT INTO events (at, event, task_id, data) VALUES (?, ?, ?, ?)';
const RECOVERIES = `
  SELECT * FROM events WHERE event = 'state_recovered'
    AND id > ifnull((SELECT max(id) FROM events WHERE event = 'run_ended'), 0) ORDER BY id`;
const ARTEFACTS = 'SELECT path FROM verify_artefacts';
const ADD_ARTEFACT = 'INSERT OR IGNORE INTO verify_artefacts (path) VALUES (?)';

/** Reads `reports`, `hints`, `events` and `verify_artefacts`. */
export function readHistory(db: SqlDatabase): Reading {
  const packed = createPackedEvents(db);
  /** The newest rows of both kinds, newest first. */
  const newest = (
    rows: readonly Row[],
    limit: number | undefined,
    isMeant: (row: Row) => boolean,
  ): readonly Row[] => {
    const older = packed().filter(isMeant);
    if (older.length === 0) return rows;
    const all = [...rows, ...older].sort((a, b) => integer(b, 'id') - integer(a, 'id'));
    return limit === undefined ? all : all.slice(0, limit);
  };
  return {
    latestReport: (taskId) => {
      const row = db.get(LATEST_REPORT, [taskId]);
      return row && toReport(filedReport(row));
    },
    listHints: (taskId) => db.all(HINTS, [taskId]).map((row) => text(row, 'text')),
    listEvents: (limit) => toEvents(newest(db.all(NEWEST_EVENTS, [limit]), limit, () => true)),
    listTaskEvents: (taskId, event, limit) =>
      selectEvents(
        toEvents(
          newest(
            db.all(TASK_EVENTS, [taskId, event, limit]),
            limit,
            (row) => row['task_id'] === taskId && row['event'] === event,
          ),
        ),
        [event],
      ),
    listEventsNamed: (events, limit) =>
      selectEvents(
        toEvents(
          newest(
            db.all(NAMED_EVENTS, [JSON.stringify(events), limit ?? -1]),
            limit,
            isNamed(events),
          ),
        ),
        events,
      ).toReversed(),
    listLastingEvents: createLastingEvents(db, packed),
    listNotices: () =>
      selectEvents(toEvents(db.all(RECOVERIES)), ['state_recovered']).map(
        ({ data }) => data.message,
      ),
    listVerifyArtefacts: () => new Set(db.all(ARTEFACTS).map((row) => text(row, 'path'))),
  };
}

/** Creates a function that lists the events that are never removed; each call reads only those that were added. */
function createLastingEvents(
  db: SqlDatabase,
  packed: () => readonly Row[],
): () => readonly LastingEvent[] {
  let known = { epoch: db.epoch, newest: 0, events: [] as readonly LastingEvent[] };
  return () => {
    const before = known.epoch === db.epoch ? known : { newest: 0, events: [] };
    const row = db.get(NEWEST_EVENT_ID);
    const newest = row === undefined ? 0 : integer(row, 'id');
    const older = packed().filter(
      (each) => integer(each, 'id') > before.newest && isNamed(LASTING_EVENTS)(each),
    );
    const rows = [...older, ...db.all(LASTING, [before.newest, JSON.stringify(LASTING_EVENTS)])];
    const added = selectEvents(toEvents(rows), LASTING_EVENTS);
    const events = added.length === 0 ? before.events : [...before.events, ...added];
    known = { epoch: db.epoch, newest, events };
    return events;
  };
}

function isNamed(names: readonly string[]): (row: Row) => boolean {
  return ({ event }) => typeof event === 'string' && names.includes(event);
}

/** Writes `reports`, `hints`, `events` and `verify_artefacts`. */
export function writeHistory(db: SqlDatabase): Writing {
  return {
    addReport: (report) => {
      const packed = deflateRawSync(JSON.stringify(report));
      db.run(ADD_REPORT, [report.taskId, report.createdAt, packed]);
      db.run(KEEP_REPORTS, [report.taskId, KEPT_REPORTS]);
    },
    addHint: (taskId, hint, at) => void db.run(ADD_HINT, [taskId, hint, at]),
    clearHints: (taskId) => void db.run(CLEAR_HINTS, [taskId]),
    addEvent: ({ at, event, taskId, data }) => {
      db.run(ADD_EVENT, [at, event, taskId ?? null, JSON.stringify(data)]);
    },
    addVerifyArtefacts: (paths) => {
      for (const path of paths) db.run(ADD_ARTEFACT, [path]);
    },
  };
}

/** A report as stored; earlier versions lack some fields. */
type FiledReport = Omit<FailureAnalysisReport, 'advice' | 'turns'> & {
  readonly advice?: readonly string[];
  readonly turns: readonly FiledTurn[];
};
type LaterKeys = 'changedFiles' | 'newlyFailing' | 'newlyPassing';
type FiledTurn = Omit<ReportedTurn, LaterKeys> & Partial<Pick<ReportedTurn, LaterKeys>>;

/** Reads a report: deflated, or plain text from earlier versions. */
function filedReport(row: Row): FiledReport {
  const { report } = row;
  const packed = report instanceof Uint8Array;
  return (
    packed ? JSON.parse(inflateRawSync(report).toString('utf8')) : json(row, 'report')
  ) as FiledReport;
}

function toReport(filed: FiledReport): FailureAnalysisReport {
  return {
    ...filed,
    advice: filed.advice ?? [],
    turns: filed.turns.map((turn) => ({
      ...turn,
      changedFiles: turn.changedFiles ?? [],
      newlyFailing: turn.newlyFailing ?? [],
      newlyPassing: turn.newlyPassing ?? [],
    })),
  };
}

/** Reads events; `unknown` for a row that no version of Devs wrote. */
function toEvents(rows: readonly Row[]): readonly StoredEvent[] {
  return readEvents(rows.map(toEventRow));
}

function toEventRow({ at, event, task_id: taskId, data }: Row): EventRow {
  return {
    at: textOr(at, ''),
    name: textOr(event, ''),
    ...(typeof taskId === 'string' ? { taskId } : {}),
    data: parsed(data),
  };
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

/** Parses JSON; returns other text unchanged. */
function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}
