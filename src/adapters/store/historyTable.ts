import type { FailureAnalysisReport, ReportedTurn } from '../../domain/report';
import type { DevsEvent, EventName } from '../../domain/run';
import type { Store, StoreReader } from '../../ports/store';
import { json, optionalText, text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

type Reading = Pick<
  StoreReader,
  'latestReport' | 'listHints' | 'listEvents' | 'listTaskEvents' | 'listVerifyArtefacts'
>;
type Writing = Pick<
  Store,
  'addReport' | 'addHint' | 'clearHints' | 'addEvent' | 'addVerifyArtefacts'
>;

const LATEST_REPORT = 'SELECT report FROM reports WHERE task_id = ? ORDER BY id DESC LIMIT 1';
const ADD_REPORT = 'INSERT INTO reports (task_id, created_at, report) VALUES (?, ?, ?)';
const HINTS = 'SELECT text FROM hints WHERE task_id = ? ORDER BY id';
const ADD_HINT = 'INSERT INTO hints (task_id, text, at) VALUES (?, ?, ?)';
const CLEAR_HINTS = 'DELETE FROM hints WHERE task_id = ?';
const NEWEST_EVENTS = 'SELECT * FROM events ORDER BY id DESC LIMIT ?';
const TASK_EVENTS =
  'SELECT * FROM events WHERE task_id = ? AND event = ? ORDER BY id DESC LIMIT ?';
const ADD_EVENT = 'INSERT INTO events (at, event, task_id, data) VALUES (?, ?, ?, ?)';
const ARTEFACTS = 'SELECT path FROM verify_artefacts';
const ADD_ARTEFACT = 'INSERT OR IGNORE INTO verify_artefacts (path) VALUES (?)';

/** Reads `reports`, `hints`, `events` and `verify_artefacts`. */
export function readHistory(db: SqlDatabase): Reading {
  return {
    latestReport: (taskId) => {
      const row = db.get(LATEST_REPORT, [taskId]);
      return row && toReport(json(row, 'report') as FiledReport);
    },
    listHints: (taskId) => db.all(HINTS, [taskId]).map((row) => text(row, 'text')),
    listEvents: (limit) => db.all(NEWEST_EVENTS, [limit]).map(toEvent),
    listTaskEvents: (taskId, event, limit) =>
      db.all(TASK_EVENTS, [taskId, event, limit]).map(toEvent),
    listVerifyArtefacts: () => new Set(db.all(ARTEFACTS).map((row) => text(row, 'path'))),
  };
}

/** Writes `reports`, `hints`, `events` and `verify_artefacts`. */
export function writeHistory(db: SqlDatabase): Writing {
  return {
    addReport: (report) => {
      db.run(ADD_REPORT, [report.taskId, report.createdAt, JSON.stringify(report)]);
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

/** Reports filed by earlier versions lack what came later. */
type FiledReport = Omit<FailureAnalysisReport, 'advice' | 'turns'> & {
  readonly advice?: readonly string[];
  readonly turns: readonly FiledTurn[];
};
type LaterKeys = 'changedFiles' | 'newlyFailing' | 'newlyPassing';
type FiledTurn = Omit<ReportedTurn, LaterKeys> & Partial<Pick<ReportedTurn, LaterKeys>>;

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

function toEvent(row: Row): DevsEvent {
  const taskId = optionalText(row, 'task_id');
  return {
    at: text(row, 'at'),
    event: text(row, 'event') as EventName,
    ...(taskId === undefined ? {} : { taskId }),
    data: json(row, 'data') as Readonly<Record<string, unknown>>,
  };
}
