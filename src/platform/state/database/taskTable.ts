import type { DebuggerCall } from '../../../model/debugger/debuggerCall';
import type { RoleMemory } from '../../../model/hops/roleMemory';
import type { LandingProgress } from '../../../model/task/landingProgress';
import type { RunStatus } from '../../../model/run/runStatus';
import type { Measurement } from '../../../model/verification/measurement';
import type { TaskRecord, TaskStatus } from '../../../model/task/task';
import type { QueuedTask, Store, StoreReader, TaskChange } from '../../../ports/store';
import { flag, integer, json, optionalText, text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

type Reading = Pick<StoreReader, 'getTask' | 'listTasks' | 'listQueue' | 'getRunStatus'>;
type Writing = Pick<Store, 'upsertTask' | 'updateTask' | 'incrementEntropyCount' | 'setRunStatus'>;

const ONE_TASK = 'SELECT * FROM tasks WHERE id = ?';
const ALL_TASKS = 'SELECT * FROM tasks ORDER BY rowid';
const QUEUE = `
  SELECT json_group_array(json_object('id', id, 'status', status, 'queued_at', queued_at,
    'waiting_until', waiting_until)) AS rows
  FROM tasks WHERE hidden = 0`;
const RUN_STATUS = 'SELECT status FROM run_state WHERE id = 1';
const SET_RUN_STATUS = 'UPDATE run_state SET status = ?1 WHERE id = 1 AND status <> ?1';
const UPSERT = `
  INSERT INTO tasks (id, title, queued_at)
  VALUES (?1, ?2, ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'attempts'), 0))
  ON CONFLICT (id) DO UPDATE SET title = ?2, hidden = 0 WHERE title <> ?2 OR hidden <> 0`;
const UPDATE = `
  UPDATE tasks SET title = ?2, status = ?3, status_reason = ?4, unverified = ?5, entropy_count = ?6,
    pivot_count = ?7, last_response_hash = ?8, strategy_number = ?9, pivot_due = ?10,
    start_state = ?11, best = ?12, agent_override = ?13, turns_before = ?14, hidden = ?15,
    waiting_until = ?16, best_turn = ?17, first_turn = ?18,
    attempts_before = ?19, queued_at = ?20, role_memory = ?21, debugger_call = ?22, landing = ?23
  WHERE id = ?1`;
const INCREMENT = `
  UPDATE tasks SET entropy_count = entropy_count + 1 WHERE id = ? RETURNING entropy_count`;

/** Reads `tasks` and `run_state`. Tasks in the order of their first addition. */
export function readTasks(db: SqlDatabase): Reading {
  return {
    getTask: (taskId) => {
      const row = db.get(ONE_TASK, [taskId]);
      return row && toTask(row);
    },
    listTasks: () => db.all(ALL_TASKS).map(toTask),
    listQueue: () => db.allAsJson(QUEUE).map(toQueued),
    getRunStatus: () => {
      const row = db.get(RUN_STATUS);
      return row === undefined ? 'IDLE' : (text(row, 'status') as RunStatus);
    },
  };
}

/** Writes `tasks` and `run_state`. */
export function writeTasks(db: SqlDatabase): Writing {
  return {
    upsertTask: (taskId, title) => void db.run(UPSERT, [taskId, title]),
    updateTask: (taskId, change) => {
      update(db, taskId, change);
    },
    incrementEntropyCount: (taskId) => {
      const row = db.get(INCREMENT, [taskId]);
      if (row === undefined) throw unknownTask(taskId);
      return integer(row, 'entropy_count');
    },
    setRunStatus: (status) => void db.run(SET_RUN_STATUS, [status]),
  };
}

function update(db: SqlDatabase, taskId: string, change: TaskChange): void {
  const row = db.get(ONE_TASK, [taskId]);
  if (row === undefined) throw unknownTask(taskId);
  const task: TaskRecord = { ...toTask(row), ...change };
  db.run(UPDATE, [
    taskId,
    task.title,
    task.status,
    task.statusReason,
    Number(task.unverified),
    task.entropyCount,
    task.pivotCount,
    task.lastResponseHash ?? null,
    task.strategyNumber,
    task.pivotDue,
    task.startState ?? null,
    task.best === undefined ? null : JSON.stringify(task.best),
    task.agentOverride ?? null,
    task.turnsBefore,
    Number(task.hidden),
    task.waitingUntil ?? null,
    task.bestTurn ?? null,
    task.firstTurn,
    task.attemptsBefore,
    task.queuedAt,
    task.roleMemory === undefined ? null : JSON.stringify(task.roleMemory),
    task.debuggerCall === undefined ? null : JSON.stringify(task.debuggerCall),
    task.landing === undefined ? null : JSON.stringify(task.landing),
  ]);
}

function toTask(row: Row): TaskRecord {
  return {
    id: text(row, 'id'),
    title: text(row, 'title'),
    status: text(row, 'status') as TaskStatus,
    statusReason: text(row, 'status_reason'),
    unverified: flag(row, 'unverified'),
    entropyCount: integer(row, 'entropy_count'),
    pivotCount: integer(row, 'pivot_count'),
    lastResponseHash: optionalText(row, 'last_response_hash'),
    strategyNumber: integer(row, 'strategy_number'),
    pivotDue: integer(row, 'pivot_due'),
    startState: optionalText(row, 'start_state'),
    best: row['best'] === null ? undefined : (json(row, 'best') as Measurement),
    agentOverride: optionalText(row, 'agent_override'),
    firstTurn: integer(row, 'first_turn'),
    turnsBefore: integer(row, 'turns_before'),
    attemptsBefore: integer(row, 'attempts_before'),
    queuedAt: integer(row, 'queued_at'),
    roleMemory: row['role_memory'] === null ? undefined : (json(row, 'role_memory') as RoleMemory),
    debuggerCall:
      row['debugger_call'] === null ? undefined : (json(row, 'debugger_call') as DebuggerCall),
    landing: row['landing'] === null ? undefined : (json(row, 'landing') as LandingProgress),
    hidden: flag(row, 'hidden'),
    waitingUntil: optionalText(row, 'waiting_until'),
    bestTurn: row['best_turn'] === null ? undefined : integer(row, 'best_turn'),
  };
}

function toQueued(row: Row): QueuedTask {
  const waitingUntil = optionalText(row, 'waiting_until');
  return {
    id: text(row, 'id'),
    status: text(row, 'status') as TaskStatus,
    queuedAt: integer(row, 'queued_at'),
    ...(waitingUntil === undefined ? {} : { waitingUntil }),
  };
}

function unknownTask(taskId: string): Error {
  return new Error(`there is no task "${taskId}" in the state`);
}
