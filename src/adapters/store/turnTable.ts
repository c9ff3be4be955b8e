import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RepositoryState } from '../../domain/checkpoint';
import type { Turn, TurnEnd, TurnStart } from '../../domain/turn';
import type { Store, StoreReader } from '../../ports/store';
import { bytes, integer, json, optionalText, text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

type Reading = Pick<
  StoreReader,
  'listTurns' | 'listTurnsFrom' | 'newestTurnId' | 'countTurns' | 'listRunningTurns'
>;
type Writing = Pick<Store, 'startTurn' | 'endTurn'>;

/** What is only shown: one deflated column, because the whole file is written at each turn. */
type Details = Pick<
  TurnEnd,
  | 'agentEnd'
  | 'firstLines'
  | 'changedFiles'
  | 'verification'
  | 'failure'
  | 'external'
  | 'repositoryChange'
>;

// A negative limit is none.
const NEWEST = 'SELECT * FROM turns WHERE counts_on = ? ORDER BY number DESC LIMIT ?';
const FROM = `
  SELECT * FROM turns WHERE rowid >= (SELECT rowid FROM turns WHERE id = ?) ORDER BY rowid`;
const NEWEST_ID = 'SELECT id FROM turns ORDER BY rowid DESC LIMIT 1';
const COUNT = 'SELECT count(*) AS count FROM turns WHERE counts_on = ?';
const RUNNING = `SELECT * FROM turns WHERE outcome = 'running' ORDER BY rowid`;
const START = `
  INSERT INTO turns (id, task_id, counts_on, number, strategy_number, agent, started_at,
    pivot_directive, state_before, checkpoint_before, repository_before)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const END = `
  UPDATE turns SET outcome = ?2, ended_at = ?3, duration_ms = ?4, reply_hash = ?5, state_after = ?6,
    strategy = ?7, reason = ?8, entropy_after = ?9, consequence = ?10, transcript = ?11,
    details = ?12, checkpoint_after = ?13
  WHERE id = ?1 AND outcome = 'running'`;

/** Reads `turns`. */
export function readTurns(db: SqlDatabase): Reading {
  return {
    listTurns: (countsOn, limit) =>
      db
        .all(NEWEST, [countsOn, limit ?? -1])
        .map(toTurn)
        .reverse(),
    listTurnsFrom: (turnId) => db.all(FROM, [turnId]).map(toTurn),
    newestTurnId: () => {
      const row = db.get(NEWEST_ID);
      return row && text(row, 'id');
    },
    countTurns: (countsOn) => {
      const row = db.get(COUNT, [countsOn]);
      return row === undefined ? 0 : integer(row, 'count');
    },
    listRunningTurns: () => db.all(RUNNING).map(toTurn),
  };
}

/** Writes `turns`: append-only, each ends at most once. */
export function writeTurns(db: SqlDatabase): Writing {
  return {
    startTurn: (turn) => {
      db.run(START, [
        turn.id,
        turn.taskId,
        turn.countsOn,
        turn.number,
        turn.strategyNumber,
        turn.agent,
        turn.startedAt,
        turn.pivotDirective,
        turn.stateBefore,
        turn.checkpointBefore ?? null,
        turn.repositoryBefore === undefined ? null : JSON.stringify(turn.repositoryBefore),
      ]);
    },
    endTurn: (turnId, end) => {
      endTurn(db, turnId, end);
    },
  };
}

function endTurn(db: SqlDatabase, turnId: string, end: TurnEnd): void {
  const details: Details = {
    agentEnd: end.agentEnd,
    firstLines: end.firstLines,
    changedFiles: end.changedFiles,
    ...(end.verification === undefined ? {} : { verification: end.verification }),
    ...(end.failure === undefined ? {} : { failure: end.failure }),
    ...(end.external === undefined ? {} : { external: end.external }),
    ...(end.repositoryChange === undefined ? {} : { repositoryChange: end.repositoryChange }),
  };
  const changed = db.run(END, [
    turnId,
    end.outcome,
    end.endedAt,
    end.durationMs,
    end.replyHash,
    end.stateAfter,
    end.strategy,
    end.reason,
    end.entropyAfter,
    end.consequence,
    end.transcript,
    deflateRawSync(JSON.stringify(details)),
    end.checkpointAfter ?? null,
  ]);
  if (changed !== 1) throw new Error(`there is no running turn "${turnId}" in the state`);
}

function toTurn(row: Row): Turn {
  const start = toStart(row);
  return text(row, 'outcome') === 'running'
    ? { ...start, outcome: 'running' }
    : { ...start, ...toEnd(row) };
}

function toStart(row: Row): TurnStart {
  const checkpointBefore = optionalText(row, 'checkpoint_before');
  return {
    ...(checkpointBefore === undefined ? {} : { checkpointBefore }),
    ...(row['repository_before'] === null
      ? {}
      : { repositoryBefore: json(row, 'repository_before') as RepositoryState }),
    id: text(row, 'id'),
    taskId: text(row, 'task_id'),
    countsOn: text(row, 'counts_on'),
    number: integer(row, 'number'),
    strategyNumber: integer(row, 'strategy_number'),
    agent: text(row, 'agent'),
    startedAt: text(row, 'started_at'),
    pivotDirective: integer(row, 'pivot_directive'),
    stateBefore: text(row, 'state_before'),
  };
}

function toEnd(row: Row): TurnEnd {
  const checkpointAfter = optionalText(row, 'checkpoint_after');
  return {
    ...(checkpointAfter === undefined ? {} : { checkpointAfter }),
    outcome: text(row, 'outcome') as TurnEnd['outcome'],
    endedAt: text(row, 'ended_at'),
    durationMs: integer(row, 'duration_ms'),
    replyHash: text(row, 'reply_hash'),
    stateAfter: text(row, 'state_after'),
    strategy: text(row, 'strategy'),
    reason: text(row, 'reason'),
    entropyAfter: integer(row, 'entropy_after'),
    consequence: text(row, 'consequence') as TurnEnd['consequence'],
    transcript: text(row, 'transcript'),
    ...(JSON.parse(inflateRawSync(bytes(row, 'details')).toString('utf8')) as Details),
  };
}
