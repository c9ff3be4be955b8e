import assert from 'node:assert/strict';
import type { SqlJsStatic } from 'sql.js';
import { loadSqlJs } from '../../../src/adapters/store/loadSqlJs';
import { readMigrations } from '../../../src/adapters/store/migrator';
import { KEPT_TURNS, SEGMENT_TURNS } from '../../../src/adapters/store/moveTurns';
import { SqlDatabase } from '../../../src/adapters/store/sqlDatabase';
import { openSqlReader, openSqlStore } from '../../../src/adapters/store/sqlStore';
import type { Store, StoreReader } from '../../../src/ports/store';
import { createMemoryStore, MIGRATIONS_DIR, WASM_FILE } from '../../support/memoryStore';
import { TURN_END, turnStart } from './samples';
import { segmentsInMemory, type SegmentsInMemory } from './segmentsInMemory';

/** Enough for three segments. */
const TURNS = KEPT_TURNS + 3 * SEGMENT_TURNS + 17;
const TASKS = ['a', 'b', 'c'] as const;

describe('the archive of old turns', () => {
  const migrations = readMigrations(MIGRATIONS_DIR);
  let sqlJs: SqlJsStatic;
  let segments: SegmentsInMemory;
  let disk: Uint8Array[];
  let failing: Error | undefined;
  let store: Store;
  /** The same turns in a store without an archive. */
  let model: Store;
  const persist = (bytes: Uint8Array): void => {
    if (failing !== undefined) throw failing;
    disk.push(bytes);
  };
  const open = (bytes?: Uint8Array): Store =>
    openSqlStore({
      sqlJs,
      migrations,
      persist,
      segments: segments.open(),
      ...(bytes === undefined ? {} : { bytes }),
    });
  const saved = (): Uint8Array => disk.at(-1) ?? new Uint8Array();
  const rows = (bytes = saved()): number => {
    const db = new SqlDatabase(sqlJs, bytes);
    const count = db.get('SELECT count(*) AS n FROM turns')?.['n'];
    db.close();
    return Number(count);
  };
  const record = (into: Store, from: number, to: number): void => {
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
  };
  const sameAsModel = (reader: StoreReader): void => {
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
  };

  before(async () => {
    sqlJs = await loadSqlJs(WASM_FILE);
  });
  beforeEach(async () => {
    segments = segmentsInMemory();
    disk = [];
    failing = undefined;
    model = await createMemoryStore();
    store = open();
    for (const each of [store, model]) for (const id of TASKS) each.upsertTask(id, id);
  });
  afterEach(() => {
    store.close();
    model.close();
  });
  const fill = (): void => {
    record(store, 0, TURNS);
    record(model, 0, TURNS);
  };

  it('takes all but the newest turns, and reads as if none had moved', () => {
    fill();
    assert.equal(segments.files.size, 3);
    assert.equal(rows(), TURNS - 3 * SEGMENT_TURNS);
    sameAsModel(store);
    sameAsModel(
      openSqlReader({ sqlJs, migrations, bytes: saved(), segments: segments.open() }).reader,
    );
    assert.deepEqual(store.listNotices(), []);
  });

  it('takes them as they come, a segment at a time', () => {
    for (let index = 0; index < TURNS; index += 64) {
      record(store, index, Math.min(index + 64, TURNS));
      record(model, index, Math.min(index + 64, TURNS));
      assert.ok(rows() <= KEPT_TURNS + SEGMENT_TURNS + 64);
    }
    sameAsModel(store);
    store.close();
    store = open(saved());
    sameAsModel(store);
  });

  it('makes the file small again that an earlier version left large', () => {
    const plain = openSqlStore({ sqlJs, migrations, persist });
    for (const id of TASKS) plain.upsertTask(id, id);
    record(plain, 0, TURNS);
    record(model, 0, TURNS);
    plain.close();
    const large = saved();
    store.close();
    store = open(large);
    assert.equal(segments.files.size, 3);
    assert.ok(saved().length < large.length * 0.7, `${saved().length} of ${large.length}`);
    sameAsModel(store);
  });

  it('leaves a running turn where it is, and all that began after it', () => {
    store.startTurn(turnStart('slow', 1));
    fill();
    assert.equal(segments.files.size, 0);
    assert.equal(store.listRunningTurns().length, 1);
    store.endTurn('slow-1', TURN_END);
    assert.equal(segments.files.size, 3);
    assert.equal(store.listTurns('slow').length, 1);
    assert.equal(store.listTurnsFrom('slow-1').length, TURNS + 1);
  });

  it('keeps every turn in the database when a segment cannot be written, says so, and tries again', () => {
    segments.failing = new Error('the disk is full');
    fill();
    assert.equal(rows(), TURNS);
    sameAsModel(store);
    assert.match(store.listNotices().join(), /^Old turns could not be moved.*the disk is full$/);
    segments.failing = undefined;
    store.addHint('a', 'go on', '1');
    assert.equal(segments.files.size, 3);
    assert.deepEqual(store.listNotices(), []);
    sameAsModel(store);
  });

  it('is taken back as a whole when the database cannot be written', () => {
    record(store, 0, KEPT_TURNS + SEGMENT_TURNS - 1);
    record(model, 0, KEPT_TURNS + SEGMENT_TURNS - 1);
    failing = new Error('no space');
    assert.throws(() => record(store, 511, 512), /no space/);
    sameAsModel(store);
    failing = undefined;
    record(store, 511, 512);
    record(model, 511, 512);
    sameAsModel(store);
  });

  it('tells how many turns are lost with a segment, counts them, and reads the others', () => {
    for (const problem of ['missing', 'damaged'] as const) {
      if (problem === 'missing') fill();
      const [, name = ''] = [...segments.files.keys()];
      const content = segments.files.get(name) ?? new Uint8Array();
      if (problem === 'missing') segments.files.delete(name);
      else segments.files.set(name, Uint8Array.from(content).fill(0, 100));
      const opened = openSqlReader({
        sqlJs,
        migrations,
        bytes: saved(),
        segments: segments.open(),
      });
      assert.equal(opened.reader.listTurns('a').length, Math.ceil(TURNS / 3) - 85);
      assert.equal(opened.reader.countTurns('a'), Math.ceil(TURNS / 3));
      opened.reader.listTurnSummaries();
      assert.deepEqual(opened.reader.listNotices(), [
        `256 old turns of b and 2 other tasks cannot be read any more: history/${name} (${problem}). ` +
          `They still count.`,
      ]);
      assert.equal(opened.lacksSegments(), problem === 'missing');
      segments.files.set(name, content);
    }
  });

  it('prunes events that only repeat what turns say, and no others', () => {
    const at = '2026-01-01T00:00:00.000Z';
    store.transaction(() => {
      for (let number = 0; number < 2_100; number += 1) {
        store.addEvent({ at, event: 'turn_ended', taskId: 'a', data: { number } });
        if (number % 100 > 0) continue;
        store.addEvent({ at, event: 'intervention', taskId: 'a', data: { number } });
        store.addEvent({ at, event: 'loop_detected', taskId: 'a', data: { number } });
      }
    });
    fill();
    const count = (event: 'turn_ended' | 'intervention' | 'loop_detected'): number =>
      store.listTaskEvents('a', event, 9_999).length;
    assert.equal(count('turn_ended'), 2_000);
    assert.equal(store.listTaskEvents('a', 'turn_ended', 1)[0]?.data['number'], 2_099);
    assert.equal(count('intervention'), 21);
    assert.equal(count('loop_detected'), 21);
  });

  describe('on demand', () => {
    beforeEach(fill);
    const ids = (from: number, to: number): readonly string[] =>
      model
        .listTurnSummaries()
        .slice(from, to)
        .map(({ id }) => id);

    it('forgets turns, in segments and in the database, and keeps counting from where it was', () => {
      const forgotten = [...ids(5, 300), ...ids(700, 760), ...ids(TURNS - 30, TURNS), 'nobody-7'];
      for (const each of [store, model]) each.forgetTurns(forgotten);
      sameAsModel(store);
      assert.equal(store.countTurns('a'), Math.ceil(TURNS / 3));
      store.close();
      store = open(saved());
      sameAsModel(store);
    });

    it('drops a segment in which nothing is left', () => {
      for (const each of [store, model]) each.forgetTurns(ids(0, SEGMENT_TURNS));
      sameAsModel(store);
      store.addHint('a', 'next', '1');
      assert.equal(segments.files.size, 2);
    });

    it('clears checkpoints and nothing else', () => {
      const cleared = [...ids(0, 400), ...ids(TURNS - 5, TURNS)];
      for (const each of [store, model]) each.clearCheckpoints(cleared);
      sameAsModel(store);
      assert.equal(store.listTurns('a')[0]?.checkpointBefore, undefined);
      const kept = store.listTurnSummaries().filter((turn) => turn.checkpointAfter !== undefined);
      assert.equal(kept.length, TURNS - 405);
    });

    it('forgets everything of one task, and nothing of the others', () => {
      for (const each of [store, model]) {
        each.recordFailure('b', 'tried', 'failed');
        each.addEvent({ at: '1', event: 'intervention', taskId: 'b', data: {} });
        each.addHint('b', 'hint', '1');
        each.addAbandoned('b', 'reply', ['x']);
        each.forgetTask('b');
      }
      sameAsModel(store);
      assert.equal(store.getTask('b'), undefined);
      assert.equal(store.countTurns('b'), 0);
      assert.deepEqual(store.listTurns('b'), []);
      assert.equal(store.getFailures('b'), undefined);
      assert.deepEqual(store.listTaskEvents('b', 'intervention', 9), []);
      assert.deepEqual(store.listHints('b'), []);
      assert.equal(store.isAbandoned('b', 'reply', 'x'), false);
      assert.equal(store.listTurns('a').length, Math.ceil(TURNS / 3));
    });

    it('refuses to forget a task at work, or a rewind that is not through', () => {
      store.startTurn({ ...turnStart('a', 9_999), taskId: 'b' });
      assert.throws(() => store.forgetTask('b'), /"b" is being worked on/);
      assert.throws(() => store.forgetTask('a'), /"a" is being worked on/);
      assert.equal(store.getTask('b')?.id, 'b');
    });

    it('forgets the share of a segment that cannot be read', () => {
      const [name = ''] = segments.files.keys();
      segments.files.delete(name);
      for (const task of TASKS) store.forgetTask(task);
      assert.deepEqual(store.listTurnSummaries(), []);
      assert.deepEqual(store.listNotices(), []);
    });

    it('is undone with the transaction around it', () => {
      assert.throws(() =>
        store.transaction(() => {
          store.forgetTask('a');
          store.forgetTurns(ids(0, 300));
          throw new Error('no');
        }),
      );
      sameAsModel(store);
    });

    it('removes a file once neither this state nor the one before names it', () => {
      const [first = ''] = segments.files.keys();
      store.forgetTurns(ids(0, 1));
      assert.ok(segments.files.has(first), 'the file before the last write still names it');
      const { reader } = openSqlReader({
        sqlJs,
        migrations,
        bytes: disk.at(-2) ?? new Uint8Array(),
        segments: segments.open(),
      });
      assert.equal(reader.listTurnSummaries().length, TURNS);
      store.addHint('a', 'next', '1');
      assert.equal(segments.files.has(first), false);
      assert.equal(segments.files.size, 3);
    });

    it("removes what a killed holder left, and nobody else's files", () => {
      segments.files.set('turns-1-256.0123456789abcdef.seg', new Uint8Array());
      segments.files.set('turns-1-256.0123456789abcdef.seg.12-3.tmp', new Uint8Array());
      segments.files.set('notes.txt', new Uint8Array());
      store.close();
      store = open(saved());
      assert.equal(segments.files.size, 6);
      store.addHint('a', 'next', '1');
      assert.equal(segments.files.size, 4);
      assert.ok(segments.files.has('notes.txt'));
      sameAsModel(store);
    });
  });

  it('keeps the three newest reports of a task', () => {
    const report = {
      taskId: 'a',
      reason: 'MAX_PIVOTS_EXCEEDED',
      failedStrategies: [],
      lastError: 'x'.repeat(50_000),
      createdAt: '1',
      turns: [],
      advice: [],
    } as const;
    for (let failureCount = 1; failureCount <= 9; failureCount += 1) {
      store.addReport({ ...report, failureCount });
    }
    store.addReport({ ...report, taskId: 'b', failureCount: 1 });
    assert.equal(store.latestReport('a')?.failureCount, 9);
    const db = new SqlDatabase(sqlJs, saved());
    const [row] = db.all('SELECT count(*) AS n, max(length(report)) AS size FROM reports');
    db.close();
    assert.equal(row?.['n'], 4);
    assert.ok(Number(row['size']) < 1_000);
  });
}).timeout(60_000);
