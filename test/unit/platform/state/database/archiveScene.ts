import assert from 'node:assert/strict';
import { loadSqlJs } from '../../../../../src/platform/state/database/loadSqlJs';
import { readMigrations } from '../../../../../src/platform/state/database/migrator';
import { KEPT_TURNS, SEGMENT_TURNS } from '../../../../../src/platform/state/database/turnArchiver';
import type { Row } from '../../../../../src/platform/state/database/sqlDatabase';
import { SqlDatabase } from '../../../../../src/platform/state/database/sqlDatabase';
import {
  openSqlReader,
  openSqlStore,
  type RetirableReader,
} from '../../../../../src/platform/state/database/sqlStore';
import type { Store, StoreReader } from '../../../../../src/ports/store';
import { createMemoryStore, MIGRATIONS_DIR, WASM_FILE } from '../../../../support/memoryStore';
import { TURN_END, turnStart } from './samples';
import { segmentsInMemory, type SegmentsInMemory } from './segmentsInMemory';

/** Enough for three segments. */
export const TURNS = KEPT_TURNS + 3 * SEGMENT_TURNS + 17;
export const TASKS = ['a', 'b', 'c'] as const;

/** A store with an archive, and beside it one without, into which the same goes. */
export interface ArchiveScene {
  readonly segments: SegmentsInMemory;
  /** What was persisted, oldest first. */
  readonly disk: Uint8Array[];
  /** Thrown by the next writes of the database, while set. */
  failing: Error | undefined;
  store: Store;
  readonly model: Store;
  saved(): Uint8Array;
  /** Closes the store and opens what it persisted, or other bytes. */
  reopen(bytes?: Uint8Array): void;
  /** Opens what was persisted, or other bytes, for reading. */
  reader(bytes?: Uint8Array): RetirableReader;
  /** The first row of a query on what was persisted. */
  row(sql: string): Row | undefined;
  /** Turns `from` to `to` of all, spread over the tasks. */
  record(into: Store, from: number, to: number): void;
  /** All turns, into both. */
  fill(): void;
  /** A store in which nothing ever moves, over the same disk. */
  withoutArchive(): Store;
  sameAsModel(reader: StoreReader): void;
  close(): void;
}

export async function openArchiveScene(): Promise<ArchiveScene> {
  const sqlJs = await loadSqlJs(WASM_FILE);
  const migrations = readMigrations(MIGRATIONS_DIR);
  const segments = segmentsInMemory();
  const disk: Uint8Array[] = [];
  const model = await createMemoryStore();
  const persist = (bytes: Uint8Array): void => {
    if (scene.failing !== undefined) throw scene.failing;
    disk.push(bytes);
  };
  const open = (content: { readonly bytes?: Uint8Array }): Store =>
    openSqlStore({ sqlJs, migrations, persist, segments: segments.open(), ...content });
  const saved = (): Uint8Array => disk.at(-1) ?? new Uint8Array();
  const scene: ArchiveScene = {
    segments,
    disk,
    failing: undefined,
    store: model,
    model,
    saved,
    reopen: (bytes = saved()) => {
      scene.store.close();
      scene.store = open({ bytes });
    },
    reader: (bytes = saved()) =>
      openSqlReader({ sqlJs, migrations, bytes, segments: segments.open() }),
    row: (sql) => {
      const db = new SqlDatabase(sqlJs, saved());
      const row = db.get(sql);
      db.close();
      return row;
    },
    record,
    fill: () => {
      for (const each of [scene.store, model]) record(each, 0, TURNS);
    },
    withoutArchive: () => openSqlStore({ sqlJs, migrations, persist }),
    sameAsModel: (reader) => assertSame(reader, model),
    close: () => {
      scene.store.close();
      model.close();
    },
  };
  scene.store = open({});
  for (const each of [scene.store, model]) for (const id of TASKS) each.upsertTask(id, id);
  return scene;
}

function record(into: Store, from: number, to: number): void {
  into.transaction(() => {
    for (let index = from; index < to; index += 1) {
      const task = TASKS[index % 3] ?? '';
      const start = turnStart(task, Math.floor(index / 3) + 1);
      into.startTurn({ ...start, checkpointBefore: `before-${index}` });
      into.endTurn(start.id, {
        ...TURN_END,
        strategy: `try ${index}`,
        checkpointAfter: `after-${index}`,
      });
    }
  });
}

function assertSame(reader: StoreReader, model: StoreReader): void {
  for (const task of [...TASKS, 'nobody']) {
    assert.deepEqual(reader.listTurns(task), model.listTurns(task));
    assert.equal(reader.countTurns(task), model.countTurns(task));
    for (const limit of [0, 60, 200]) {
      assert.deepEqual(reader.listTurns(task, limit), model.listTurns(task, limit), `${limit}`);
      const of = { countsOn: task, limit };
      assert.deepEqual(reader.listTurnSummaries(of), model.listTurnSummaries(of));
    }
  }
  assert.deepEqual(reader.listTurnSummaries(), model.listTurnSummaries());
  assert.equal(reader.newestTurnId(), model.newestTurnId());
  for (const id of ['b-50', 'a-340', 'nobody-1']) {
    assert.deepEqual(reader.listTurnsFrom(id), model.listTurnsFrom(id), id);
  }
}
