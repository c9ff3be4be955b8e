import { createHash, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../../src/adapters/state/durableFile';
import { loadSqlJs } from '../../src/adapters/store/loadSqlJs';
import { readMigrations } from '../../src/adapters/store/migrator';
import { openSqlStore } from '../../src/adapters/store/sqlStore';
import type { TurnEnd } from '../../src/domain/turn';
import type { Store } from '../../src/ports/store';
import { MIGRATIONS_DIR, WASM_FILE } from '../support/memoryStore';
import { alternately } from './alternately';
import { inScratchFolder } from './scratchFolder';
import { timeTable, type Series, type Table } from './table';

const HISTORY = [0, 1_000, 10_000];
const ROUNDS = { runs: 60, atLeast: 20, withinMs: 15_000 };
const TASK = 'add-login';

/**
 * What it costs to record one turn (its start and its end, each a transaction and a file on disk) with
 * so many turns in the database already. The peer writes files of the same size and syncs and renames
 * them just so: what is left above it is SQLite's share.
 */
export async function measureRecordTurn(): Promise<Table> {
  const series: Series[] = [];
  for (const turns of HISTORY) series.push(...(await measureWith(turns)));
  return timeTable('Recording a turn', series);
}

async function measureWith(turns: number): Promise<Series[]> {
  return inScratchFolder(async (folder) => {
    const recorder = await openRecorder(join(folder, 'devs.db'));
    recorder.fill(turns);
    const peerFile = join(folder, 'peer');
    const { memory, disk, peer } = await alternately(ROUNDS, {
      memory: () => recorder.record('memory'),
      disk: () => recorder.record('disk'),
      peer: () => {
        const bytes = Buffer.alloc(statSync(join(folder, 'devs.db')).size, 'x');
        return timed(() => {
          writeDurably(peerFile, bytes);
          writeDurably(peerFile, bytes);
        });
      },
    });
    recorder.close();
    const megabytes = (statSync(join(folder, 'devs.db')).size / 1e6).toFixed(1);
    const after = `after ${turns.toLocaleString('en')} turns`;
    return [
      { what: `${after}, ${megabytes} MB, on disk`, ms: disk, peer },
      { what: `${after}, without the disk`, ms: memory },
      { what: `${after}, peer: two files written`, ms: peer },
    ];
  });
}

interface Recorder {
  /** Records turns without measuring. */
  fill(turns: number): void;
  /** Milliseconds for one turn; `memory` leaves the file out. */
  record(to: 'memory' | 'disk'): Promise<number>;
  close(): void;
}

async function openRecorder(file: string): Promise<Recorder> {
  let onDisk = true;
  const store = openSqlStore({
    sqlJs: await loadSqlJs(WASM_FILE),
    migrations: readMigrations(MIGRATIONS_DIR),
    persist: (bytes) => {
      if (onDisk) writeDurably(file, bytes);
    },
  });
  store.upsertTask(TASK, 'Add login');
  let number = 0;
  const recordOne = (): void => {
    number += 1;
    recordTurn(store, number);
  };
  return {
    fill: (turns) => {
      store.transaction(() => {
        while (number < turns) recordOne();
      });
    },
    record: (to) => {
      onDisk = to === 'disk';
      return timed(recordOne);
    },
    close: () => store.close(),
  };
}

function recordTurn(store: Store, number: number): void {
  const id = randomUUID();
  const at = new Date().toISOString();
  store.transaction(() => {
    store.startTurn({
      id,
      taskId: TASK,
      countsOn: TASK,
      number,
      strategyNumber: 1,
      agent: 'claude',
      startedAt: at,
      pivotDirective: 0,
      stateBefore: hash(number),
    });
    store.addEvent({ at, event: 'turn_started', taskId: TASK, data: { turn: number } });
  });
  store.transaction(() => {
    store.endTurn(id, turnEnd(number, at));
    store.incrementEntropyCount(TASK);
    store.addEvent({ at, event: 'turn_ended', taskId: TASK, data: { turn: number } });
  });
}

/** As a failing test run ends: some lines of a reply, a kilobyte of output. */
function turnEnd(number: number, endedAt: string): TurnEnd {
  return {
    outcome: 'no_progress',
    endedAt,
    agentEnd: { kind: 'exit', code: 0 },
    durationMs: 61_000,
    replyHash: hash(`reply ${number}`),
    firstLines: `STRATEGY: check the token before the session (${number})\nI changed two files.`,
    strategy: `check the token before the session (${number})`,
    stateAfter: hash(number + 1),
    changedFiles: ['src/login/token.ts', 'test/login/token.test.ts'],
    verification: {
      end: { kind: 'exit', code: 1 },
      outputTail: outputTail(number),
      measurement: { passed: 41, failed: 2, skipped: 0 },
      durationMs: 4_200,
    },
    failure: {
      exactHash: hash(`exact ${number}`),
      hash: hash(`failure ${number % 7}`),
      exactMessage: `AssertionError: expected ${number} to equal 200`,
      errorType: 'assertion',
      location: { file: 'test/login/token.test.ts', line: number % 90, function: 'Context' },
      contextHash: hash('stack'),
      failingTests: ['login keeps the session', 'login refuses an old token'],
    },
    reason: 'the same failure as in the turn before',
    entropyAfter: 1,
    consequence: 'none',
    transcript: `turn-${number}.txt`,
  };
}

function outputTail(number: number): string {
  const lines = Array.from(
    { length: 14 },
    (_, line) => `    at Context.<anonymous> (test/login/token.test.ts:${line * 7}:${number % 90})`,
  );
  return ['  2 failing', `AssertionError: expected ${number} to equal 200`, ...lines].join('\n');
}

function hash(value: string | number): string {
  return createHash('sha256').update(String(value)).digest('hex');
}

function timed(work: () => void): Promise<number> {
  const start = performance.now();
  work();
  return Promise.resolve(performance.now() - start);
}
