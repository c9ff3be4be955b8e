import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import initSqlJs from 'sql.js';
import { createCheckpoints } from '../../src/platform/checkpoints/createCheckpoints';
import { createHash } from 'node:crypto';
import type { Checkpoints } from '../../src/ports/checkpoints';
import { CrashFailure, mustHold } from './failure';
import type { Sandbox } from './sandbox';
import { differences, snapshotOf } from './snapshot';

export interface TurnRow {
  readonly id: string;
  readonly task: string;
  readonly number: number;
  readonly outcome: string;
  readonly reason: string;
  readonly before: string;
  readonly after: string;
}

export interface RewindRow {
  readonly id: string;
  readonly status: string;
  readonly from: string;
}

/** What a fresh sql.js reads from `devs.db`. */
export interface StateFile {
  /** Oldest first. */
  readonly turns: readonly TurnRow[];
  readonly rewinds: readonly RewindRow[];
  /** Status by task. */
  readonly tasks: ReadonlyMap<string, string>;
  readonly runStatus: string;
  /** How many are told in the history. */
  readonly interventions: number;
  /** How many verifications with original test files are not over. */
  readonly originals: number;
}

const NONE: StateFile = {
  ...{ turns: [], rewinds: [], tasks: new Map<string, string>() },
  ...{ runStatus: 'IDLE', interventions: 0, originals: 0 },
};

/** Reads the database as it is on disk, whoever was killed; fails unless it opens clean. */
export async function readStateFile(sandbox: Sandbox): Promise<StateFile> {
  const file = path.join(sandbox.state, 'devs.db');
  if (!existsSync(file)) return NONE;
  const { Database } = await initSqlJs();
  const database = new Database(readFileSync(file));
  const rows = (sql: string): readonly (readonly unknown[])[] =>
    database.exec(sql)[0]?.values ?? [];
  try {
    const [[check] = []] = rows('PRAGMA quick_check');
    if (check !== 'ok') throw new CrashFailure(`devs.db does not open clean: ${String(check)}`);
    return {
      turns: rows(
        `SELECT id, task_id, number, outcome, ifnull(checkpoint_before, ''), ifnull(checkpoint_after, ''), ifnull(reason, '')
         FROM turns ORDER BY started_at, rowid`,
      ).map(([id, task, number, outcome, before, after, reason]) => ({
        ...{ id: String(id), task: String(task), number: Number(number) },
        ...{ outcome: String(outcome), before: String(before), after: String(after) },
        reason: String(reason),
      })),
      rewinds: rows('SELECT id, status, from_checkpoint FROM rewinds ORDER BY rowid').map(
        ([id, status, from]) => ({ id: String(id), status: String(status), from: String(from) }),
      ),
      tasks: new Map(
        rows('SELECT id, status FROM tasks').map(([id, status]) => [String(id), String(status)]),
      ),
      interventions: Number(
        rows("SELECT count(*) FROM events WHERE event = 'intervention'")[0]?.[0] ?? 0,
      ),
      originals: Number(rows('SELECT count(*) FROM original_files')[0]?.[0] ?? 0),
      runStatus: rows('SELECT status FROM run_state').flat().map(String)[0] ?? 'IDLE',
    };
  } finally {
    database.close();
  }
}

/** Fails when anything claims to run, or a rewind is still to be finished. */
export function mustBeAtRest(state: StateFile): void {
  mustHold('something claims to be under way', [
    ...(state.runStatus === 'RUNNING' ? ['the run'] : []),
    ...state.turns.filter(({ outcome }) => outcome === 'running').map(({ id }) => `turn ${id}`),
    ...[...state.tasks].filter(([, status]) => status === 'in_progress').map(([id]) => id),
    ...state.rewinds.filter(({ status }) => status !== 'done').map(({ id }) => `rewind ${id}`),
  ]);
}

/** Fails unless the checkpoints before and after the turns are what the agent found and left. */
export async function mustMatchMoments(sandbox: Sandbox, state: StateFile): Promise<void> {
  const checkpoints = checkpointsOf(sandbox);
  const wholeCopies = new Set(
    sandbox.notes().flatMap(({ turn, at }) => (at === 'end' ? [turn] : [])),
  );
  for (const [index, turn] of state.turns.entries()) {
    if (!wholeCopies.has(turn.id)) continue;
    const found = snapshotOf(path.join(sandbox.root, 'moments', turn.id), ['.git', 'build']);
    const files = new Map([...found].filter(([name]) => !name.endsWith('/')));
    const before = state.turns[index - 1];
    for (const id of [turn.before, before?.after]) {
      if (id === undefined || id === '') continue;
      const recorded = [...(await checkpoints.read(id)).files];
      const versions = new Map(recorded.map(([name, { version }]) => [name, version]));
      mustHold(`the checkpoint at turn ${turn.number} is wrong`, differences(versions, files));
    }
  }
}

function checkpointsOf({ project, state, environment }: Sandbox): Checkpoints {
  const folders = { workspaceDir: project, stateDir: state };
  return createCheckpoints({ ...folders, environment, maxFileBytes: 25_000_000 });
}

/** Fails unless every recorded checkpoint can be read, with each content in it. */
export async function mustBeReadable(sandbox: Sandbox, state: StateFile): Promise<void> {
  const checkpoints = checkpointsOf(sandbox);
  const ids = [
    ...state.turns.flatMap(({ before, after }) => [before, after]),
    ...state.rewinds.map(({ from }) => from),
  ];
  const seen = new Set<string>();
  for (const id of new Set(ids)) {
    if (id === '') continue;
    const { files } = await checkpoints.read(id);
    for (const [file, { version, stored }] of files) {
      if (!stored || seen.has(version)) continue;
      seen.add(version);
      const content = await checkpoints.content(id, file);
      const digest = createHash('sha256')
        .update(content ?? '')
        .digest('hex');
      if (content !== undefined && version.endsWith(digest)) continue;
      throw new CrashFailure(`checkpoint ${id} does not give back ${file} (${version})`);
    }
  }
}

/** Makes what was left behind by takers of the lease and by those who asked its holder old enough to be cleared away by the next one. */
export function ageLitter({ state }: Sandbox): void {
  const longAgo = Date.now() / 1000 - 7_200;
  for (const folder of ['lease', 'inbox', 'inbox/answers'].map((name) => path.join(state, name))) {
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder)) {
      const file = path.join(folder, name);
      if (name.endsWith('.tmp')) utimesSync(file, longAgo, longAgo);
    }
  }
}

const TEMPORARY = /\.tmp$|^\.devs-rewind-/;

/** Fails when a temporary file or a prompt lies in the workspace or the state folder. */
export function mustBeTidy(sandbox: Sandbox): void {
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const full = path.join(folder, entry.name);
      if (TEMPORARY.test(entry.name)) found.push(full);
      else if (entry.isDirectory()) walk(full);
    }
  };
  walk(sandbox.project);
  walk(sandbox.state);
  const prompts = path.join(sandbox.state, 'prompts');
  if (existsSync(prompts)) found.push(...readdirSync(prompts));
  mustHold('left behind', found);
}
