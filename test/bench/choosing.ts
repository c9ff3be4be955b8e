import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'sql.js';
import { systemClock } from '../../src/platform/clock/systemClock';
import { unseal } from '../../src/platform/state/database/databaseSeal';
import { loadSqlJs } from '../../src/platform/state/database/loadSqlJs';
import { LoopDetector } from '../../src/engine/attempts/loopDetector';
import { EventJournal } from '../../src/engine/state/eventJournal';
import { nextTask } from '../../src/engine/scheduling/nextTask';
import type { Store } from '../../src/ports/store';
import { WASM_FILE } from '../support/memoryStore';
import { alternately } from './alternately';
import {
  ATTEMPTS,
  CHOOSING_CONFIG,
  fillWithAttempts,
  recordVisit,
  type Evidence,
} from './attemptSamples';
import { held, stateIn } from './benchState';
import { inScratchFolder } from './scratchFolder';
import { timeTable, type Series, type Table } from './table';

const ROUNDS = { runs: 100, atLeast: 25, withinMs: 5_000 };

const HISTORIES: Readonly<Record<Evidence, string>> = {
  different: 'new work in each attempt',
  alike: 'the same in each attempt at a task',
  cycle: 'four tasks in a circle',
};

/**
 * What a run does between two visits: choose the next of 2,000 tasks and look whether it is visited
 * in a loop, after 50,000 attempts in a real state. The peer reads as many of the same rows with SQL
 * alone, through the same SQLite.
 */
export async function measureChoosing(): Promise<Table> {
  const series: Series[] = [];
  for (const evidence of Object.keys(HISTORIES) as Evidence[])
    series.push(...(await measureWith(evidence)));
  return timeTable('Choosing the next task', series);
}

async function measureWith(evidence: Evidence): Promise<Series[]> {
  return inScratchFolder(async (folder) => {
    const lease = await held(stateIn(folder)());
    const { store } = lease;
    fillWithAttempts(store, evidence);
    const sql = await plainDatabase(join(folder, 'state', 'devs.db'));
    const run = createRun(store, evidence);
    const { both, choosing, peer } = await alternately(ROUNDS, {
      both: () => run.between(() => run.check(run.choose())),
      choosing: () => timed(() => run.choose()),
      peer: () => timed(() => readPlainly(sql)),
    });
    sql.close();
    lease.release();
    const what = `after ${ATTEMPTS.toLocaleString('en')} attempts, ${HISTORIES[evidence]}`;
    return [
      { what: `next task and its loops ${what}`, ms: both, peer },
      { what: 'next task alone', ms: choosing, peer },
      { what: 'peer: the same rows read with SQL', ms: peer },
    ];
  });
}

interface Run {
  /** Times `work`; then the task that is next is visited, so that each time another one is. */
  between(work: () => unknown): Promise<number>;
  choose(): string;
  check(taskId: string): void;
}

function createRun(store: Store, evidence: Evidence): Run {
  const journal = new EventJournal(store, systemClock, () => undefined);
  const tools = { store, journal, clock: systemClock, config: CHOOSING_CONFIG };
  const detector = new LoopDetector(tools);
  const choose = (): string => {
    const task = nextTask(CHOOSING_CONFIG, store, undefined);
    if (task === undefined) throw new Error('no task can run');
    return task.id;
  };
  return {
    choose,
    check: (taskId) => {
      const { isLooping } = detector.detectLoop(taskId);
      if (isLooping === (evidence === 'different'))
        throw new Error(`a loop was ${isLooping ? '' : 'not '}found at ${taskId}`);
    },
    between: async (work) => {
      const took = await timed(work);
      recordVisit(store, choose(), evidence);
      return took;
    },
  };
}

function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  work();
  return Promise.resolve(performance.now() - start);
}

async function plainDatabase(file: string): Promise<Database> {
  const sqlJs = await loadSqlJs(WASM_FILE);
  return new sqlJs.Database(unseal(readFileSync(file)).bytes);
}

function readPlainly(sql: Database): void {
  sql.exec('SELECT id, status, queued_at FROM tasks WHERE hidden = 0');
  sql.exec('SELECT * FROM attempts ORDER BY number DESC LIMIT 100');
}
