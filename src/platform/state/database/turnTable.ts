import type { RepositoryState } from '../../../model/workspace/checkpoint';
import { MAX_KEPT_HOPS } from '../../../model/hops/hop';
import type { Turn, TurnEnd, TurnStart } from '../../../model/turn/turn';
import type { Store, StoreReader, TurnSummary } from '../../../ports/store';
import { takeHops } from './hopTable';
import { deflateJson, inflateJson } from './deflatedJson';
import { bytes, integer, json, optionalText, text } from './row';
import { dropRunningSteps } from './runningStepsTable';
import type { Row, SqlDatabase } from './sqlDatabase';
import { cacheTurns } from './turnCache';
import type { TurnArchive } from './turnArchive';
import { summarizeTurn } from './summarizeTurn';

type Reading = Pick<
  StoreReader,
  | 'listTurns'
  | 'listTurnsFrom'
  | 'listTurnSummaries'
  | 'newestTurnId'
  | 'countTurns'
  | 'listRunningTurns'
>;
type Writing = Pick<Store, 'startTurn' | 'endTurn'>;

/**
 * Fields for display only, in one deflated column, because the whole file is written at each turn.
 */
type Details = Pick<
  TurnEnd,
  | 'agentEnd'
  | 'firstLines'
  | 'changedFiles'
  | 'verification'
  | 'failure'
  | 'external'
  | 'repositoryChange'
  | 'statements'
  | 'changeHash'
  | 'checkpointLate'
  | 'hops'
  | 'hopCount'
  | 'inTurnLoop'
  | 'refused'
  | 'answered'
  | 'exit'
  | 'judged'
  | 'doubts'
  | 'flaky'
  | 'changedTests'
  | 'passDiff'
  | 'threshold'
  | 'filesKept'
  | 'session'
>;

// A negative limit is none.
const NEWEST = 'SELECT * FROM turns WHERE counts_on = ? ORDER BY number DESC LIMIT ?';
const FROM = `
  SELECT * FROM turns WHERE seq >= (SELECT seq FROM turns WHERE id = ?) ORDER BY seq`;
const ALL = 'SELECT * FROM turns ORDER BY seq';
const NEWEST_ID = 'SELECT id FROM turns ORDER BY seq DESC LIMIT 1';
const COUNT = 'SELECT last_number FROM turn_counts WHERE counts_on = ?';
const ADD_TO_COUNT = `
  INSERT INTO turn_counts (counts_on, last_number) VALUES (?1, ?2)
  ON CONFLICT (counts_on) DO UPDATE SET last_number = ?2 WHERE last_number < ?2`;
const RUNNING = `SELECT * FROM turns WHERE outcome = 'running' ORDER BY seq`;
const START = `
  INSERT INTO turns (id, task_id, counts_on, number, strategy_number, agent, started_at,
    pivot_directive, state_before, checkpoint_before, repository_before, worktree)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const END = `
  UPDATE turns SET outcome = ?2, ended_at = ?3, duration_ms = ?4, reply_hash = ?5, state_after = ?6,
    strategy = ?7, reason = ?8, entropy_after = ?9, consequence = ?10, transcript = ?11,
    details = ?12, checkpoint_after = ?13
  WHERE id = ?1 AND outcome = 'running'`;

/** Reads `turns` and the segments of older ones. */
export function readTurns(db: SqlDatabase, archive: TurnArchive): Reading {
  const read = cacheTurns(db, toTurn);
  const summaries = new WeakMap<Turn, TurnSummary>();
  const summarize = (turn: Turn): TurnSummary => {
    const summary = summaries.get(turn) ?? summarizeTurn(turn);
    summaries.set(turn, summary);
    return summary;
  };
  const newest = ({ countsOn, limit }: NewestTurns): readonly Turn[] =>
    read(NEWEST, [countsOn, limit ?? -1]).toReversed();
  return {
    listTurns: (countsOn, limit) =>
      newestOf(limit, newest({ countsOn, limit }), (missing) =>
        archive.newestTurns(countsOn, missing),
      ),
    listTurnsFrom: (turnId) => {
      const turns = read(FROM, [turnId]);
      if (turns.length > 0) return turns;
      const archived = archive.turnsFrom(turnId);
      return archived === undefined ? [] : [...archived, ...read(ALL)];
    },
    listTurnSummaries: (of) =>
      of === undefined
        ? [...archive.summaries(), ...read(ALL).map(summarize)]
        : newestOf(of.limit, newest(of).map(summarize), (missing) =>
            archive.newestSummaries(of.countsOn, missing),
          ),
    newestTurnId: () => {
      const row = db.get(NEWEST_ID);
      return row === undefined ? archive.summaries().at(-1)?.id : text(row, 'id');
    },
    countTurns: (countsOn) => {
      const row = db.get(COUNT, [countsOn]);
      return row === undefined ? 0 : integer(row, 'last_number');
    },
    listRunningTurns: () => read(RUNNING),
  };
}

interface NewestTurns {
  readonly countsOn: string;
  readonly limit?: number | undefined;
}

/** Completes the newest `rows` of the table with archived ones. */
function newestOf<T>(
  limit: number | undefined,
  rows: readonly T[],
  older: (missing: number) => readonly T[],
): readonly T[] {
  const missing = limit === undefined ? Infinity : limit - rows.length;
  if (missing <= 0) return rows;
  const archived = older(missing);
  return [...archived.slice(-Math.min(missing, archived.length)), ...rows];
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
        turn.worktree === true ? 1 : 0,
      ]);
      db.run(ADD_TO_COUNT, [turn.countsOn, turn.number]);
    },
    endTurn: (turnId, end) => {
      endTurn(db, turnId, end);
    },
  };
}

function endTurn(db: SqlDatabase, turnId: string, end: TurnEnd): void {
  dropRunningSteps(db, turnId);
  const kept = takeHops(db, turnId);
  const hops = end.hops ?? kept.slice(-MAX_KEPT_HOPS);
  const hopCount = end.hopCount ?? kept.length;
  const details: Details = {
    ...(hops.length === 0 ? {} : { hops, hopCount }),
    ...(end.inTurnLoop === undefined ? {} : { inTurnLoop: end.inTurnLoop }),
    ...(end.refused === undefined ? {} : { refused: end.refused }),
    ...(end.answered === undefined ? {} : { answered: end.answered }),
    ...(end.exit === undefined ? {} : { exit: end.exit }),
    ...(end.judged === undefined ? {} : { judged: end.judged }),
    agentEnd: end.agentEnd,
    firstLines: end.firstLines,
    changedFiles: end.changedFiles,
    ...(end.verification === undefined ? {} : { verification: end.verification }),
    ...(end.failure === undefined ? {} : { failure: end.failure }),
    ...(end.external === undefined ? {} : { external: end.external }),
    ...(end.repositoryChange === undefined ? {} : { repositoryChange: end.repositoryChange }),
    ...(end.changeHash === undefined ? {} : { changeHash: end.changeHash }),
    ...(end.statements === undefined ? {} : { statements: end.statements }),
    ...(end.checkpointLate === undefined ? {} : { checkpointLate: end.checkpointLate }),
    ...(end.doubts === undefined ? {} : { doubts: end.doubts }),
    ...(end.flaky === undefined ? {} : { flaky: end.flaky }),
    ...(end.changedTests === undefined ? {} : { changedTests: end.changedTests }),
    ...(end.passDiff === undefined ? {} : { passDiff: end.passDiff }),
    ...(end.threshold === undefined ? {} : { threshold: end.threshold }),
    ...(end.filesKept === undefined ? {} : { filesKept: end.filesKept }),
    ...(end.session === undefined ? {} : { session: end.session }),
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
    deflateJson(details),
    end.checkpointAfter ?? null,
  ]);
  if (changed !== 1) throw new Error(`there is no running turn "${turnId}" in the state`);
}

/** Reads a row of `turns`; throws if it is invalid. */
export function toTurn(row: Row): Turn {
  const start = toStart(row);
  return text(row, 'outcome') === 'running'
    ? { ...start, outcome: 'running' }
    : { ...start, ...toEnd(row) };
}

/** Whether the contents of its checkpoints are kept too, not only their lists of files. */
function hasContents(row: Row): boolean {
  return integer(row, 'contents_removed') === 0;
}

function toStart(row: Row): TurnStart {
  const id = optionalText(row, 'checkpoint_before');
  return {
    ...(id === undefined ? {} : { [hasContents(row) ? 'checkpointBefore' : 'fileListBefore']: id }),
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
    ...(integer(row, 'worktree') === 1 ? { worktree: true } : {}),
  };
}

function toEnd(row: Row): TurnEnd {
  const id = optionalText(row, 'checkpoint_after');
  return {
    ...(id === undefined ? {} : { [hasContents(row) ? 'checkpointAfter' : 'fileListAfter']: id }),
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
    ...(inflateJson(bytes(row, 'details')) as Details),
  };
}
