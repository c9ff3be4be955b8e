import assert from 'node:assert/strict';
import { KEPT_TURNS, SEGMENT_TURNS } from '../../../src/platform/state/database/turnArchiver';
import {
  openArchiveScene,
  TASKS,
  TURNS,
  type ArchiveScene,
} from '../../unit/platform/state/database/archiveScene';
import { TURN_END, turnStart } from '../../unit/platform/state/database/samples';
import type { Store } from '../../../src/ports/store';
import { eventOf } from '../../support/sampleEvents';

describe('the archive of old turns', () => {
  let scene: ArchiveScene;
  beforeEach(async () => {
    scene = await openArchiveScene();
  });
  afterEach(() => scene.close());

  it('takes all but the newest turns, and reads as if none had moved', () => {
    scene.fill();
    assert.equal(scene.segments.files.size, 3);
    assert.equal(rows(scene), TURNS - 3 * SEGMENT_TURNS);
    scene.sameAsModel(scene.store);
    scene.sameAsModel(scene.reader().reader);
    assert.deepEqual(scene.store.listNotices(), []);
  });

  it('takes them as they come, a segment at a time', () => {
    for (let index = 0; index < TURNS; index += 64) {
      scene.record(scene.store, index, Math.min(index + 64, TURNS));
      scene.record(scene.model, index, Math.min(index + 64, TURNS));
      assert.ok(rows(scene) <= KEPT_TURNS + SEGMENT_TURNS + 64);
    }
    scene.sameAsModel(scene.store);
    scene.reopen();
    scene.sameAsModel(scene.store);
  });

  it('makes the file small again that an earlier version left large', () => {
    const plain = scene.withoutArchive();
    for (const id of TASKS) plain.upsertTask(id, id);
    scene.record(plain, 0, TURNS);
    scene.record(scene.model, 0, TURNS);
    plain.close();
    const large = scene.saved();
    scene.reopen(large);
    assert.equal(scene.segments.files.size, 3);
    assert.ok(
      scene.saved().length < large.length * 0.7,
      `${scene.saved().length} of ${large.length}`,
    );
    scene.sameAsModel(scene.store);
  });

  it('leaves a running turn where it is, and all that began after it', () => {
    scene.store.startTurn(turnStart('slow', 1));
    scene.fill();
    assert.equal(scene.segments.files.size, 0);
    assert.equal(scene.store.listRunningTurns().length, 1);
    scene.store.endTurn('slow-1', TURN_END);
    assert.equal(scene.segments.files.size, 3);
    assert.equal(scene.store.listTurns('slow').length, 1);
    assert.equal(scene.store.listTurnsFrom('slow-1').length, TURNS + 1);
  });

  it('keeps every turn in the database when a segment cannot be written, says so, and tries again', () => {
    scene.segments.failing = new Error('the disk is full');
    scene.fill();
    assert.equal(rows(scene), TURNS);
    scene.sameAsModel(scene.store);
    assert.match(
      scene.store.listNotices().join(),
      /^Old turns could not be moved.*the disk is full$/,
    );
    scene.segments.failing = undefined;
    scene.store.addHint('a', 'go on', '1');
    assert.equal(scene.segments.files.size, 3);
    assert.deepEqual(scene.store.listNotices(), []);
    scene.sameAsModel(scene.store);
  });

  it('is taken back as a whole when the database cannot be written', () => {
    scene.record(scene.store, 0, KEPT_TURNS + SEGMENT_TURNS - 1);
    scene.record(scene.model, 0, KEPT_TURNS + SEGMENT_TURNS - 1);
    scene.failing = new Error('no space');
    assert.throws(() => scene.record(scene.store, 511, 512), /no space/);
    scene.sameAsModel(scene.store);
    scene.failing = undefined;
    scene.record(scene.store, 511, 512);
    scene.record(scene.model, 511, 512);
    scene.sameAsModel(scene.store);
  });

  it('tells how many turns are lost with a segment, counts them, and reads the others', () => {
    for (const problem of ['missing', 'damaged'] as const) {
      if (problem === 'missing') scene.fill();
      const [, name = ''] = [...scene.segments.files.keys()].sort();
      const content = scene.segments.files.get(name) ?? new Uint8Array();
      if (problem === 'missing') scene.segments.files.delete(name);
      else scene.segments.files.set(name, Uint8Array.from(content).fill(0, 100));
      const opened = scene.reader();
      assert.equal(opened.reader.listTurns('a').length, Math.ceil(TURNS / 3) - 85);
      assert.equal(opened.reader.countTurns('a'), Math.ceil(TURNS / 3));
      opened.reader.listTurnSummaries();
      assert.deepEqual(opened.reader.listNotices(), [
        `256 old turns of b and 2 other tasks cannot be read any more: history/${name} (${problem}). ` +
          `They still count.`,
      ]);
      assert.equal(opened.lacksSegments(), problem === 'missing');
      scene.segments.files.set(name, content);
    }
  });

  it('prunes events that only repeat what turns say, and no others', () => {
    const at = '2026-01-01T00:00:00.000Z';
    scene.store.transaction(() => {
      for (let number = 0; number < 2_100; number += 1) {
        scene.store.addEvent(eventOf('turn_ended', { turn: number }, { at, taskId: 'a' }));
        if (number % 100 > 0) continue;
        scene.store.addEvent(eventOf('intervention', { number }, { at, taskId: 'a' }));
        const proof = { level: 'stuck', number };
        scene.store.addEvent(eventOf('loop_detected', proof, { at, taskId: 'a' }));
      }
    });
    scene.fill();
    const count = (event: 'turn_ended' | 'intervention' | 'loop_detected'): number =>
      scene.store.listTaskEvents('a', event, 9_999).length;
    assert.equal(count('turn_ended'), 1_000);
    assert.equal(scene.store.listTaskEvents('a', 'turn_ended', 1)[0]?.data.turn, 2_099);
    assert.equal(count('intervention'), 21);
    assert.equal(count('loop_detected'), 21);
  });

  it('keeps the file small however many turns there were, and every event that is kept for ever', () => {
    let index = 0;
    const sizes = [1_280, 2_560].map((turns) => {
      for (; index < turns; index += 64) {
        for (const each of [scene.store, scene.model]) {
          each.transaction(() => {
            scene.record(each, index, index + 64);
            for (let turn = index; turn < index + 64; turn += 1) recordEvents(each, turn);
          });
        }
      }
      return scene.saved().length;
    });
    const [first = 0, last = 0] = sizes;
    // 1,280 turns and 850 of those events more.
    assert.ok(last < first + 100_000, sizes.join());
    assert.ok(last < 1_250_000, sizes.join());
    for (const reader of [scene.store, scene.reader().reader]) {
      const { model } = scene;
      assert.deepEqual(reader.listLastingEvents(), model.listLastingEvents());
      for (const limit of [1, 300, 3_000, undefined]) {
        const named = ['intervention', 'gate_triggered'] as const;
        assert.deepEqual(
          reader.listEventsNamed(named, limit),
          model.listEventsNamed(named, limit),
          String(limit),
        );
      }
      for (const limit of [2, 1_200, 9_999]) {
        assert.deepEqual(
          reader.listTaskEvents('b', 'intervention', limit),
          model.listTaskEvents('b', 'intervention', limit),
        );
      }
      assert.deepEqual(reader.listEvents(500), model.listEvents(500));
    }
    scene.reopen();
    assert.deepEqual(scene.store.listLastingEvents(), scene.model.listLastingEvents());
  });

  it('keeps the start of the newest run, however much it told since', () => {
    const at = '2026-01-01T00:00:00.000Z';
    scene.store.transaction(() => {
      for (const task of ['first', 'second']) {
        scene.store.addEvent(eventOf('run_started', { tasks: [task] }, { at }));
      }
      for (let number = 0; number < 2_100; number += 1) {
        scene.store.addEvent(eventOf('turn_ended', { turn: number }, { at, taskId: 'a' }));
      }
    });
    scene.fill();
    const runs = scene.store.listEventsNamed(['run_started']).map(({ data }) => data.tasks);
    assert.deepEqual(runs, [['second']]);
  });

  it('prunes suspicions, which the reasons of turns repeat, and no proof of a loop', () => {
    const at = '2026-01-01T00:00:00.000Z';
    scene.store.transaction(() => {
      for (let number = 0; number < 2_200; number += 1) {
        const level = number % 100 === 0 ? 'stuck' : 'suspect';
        const data = { level, number };
        scene.store.addEvent(eventOf('loop_detected', data, { at, taskId: 'a' }));
      }
    });
    scene.fill();
    const levels = scene.store.listEventsNamed(['loop_detected']).map(({ data }) => data.level);
    assert.equal(levels.filter((level) => level === 'stuck').length, 22);
    assert.equal(levels.length, 1_022);
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
      scene.store.addReport({ ...report, failureCount });
    }
    scene.store.addReport({ ...report, taskId: 'b', failureCount: 1 });
    assert.equal(scene.store.latestReport('a')?.failureCount, 9);
    const row = scene.row('SELECT count(*) AS n, max(length(report)) AS size FROM reports');
    assert.equal(row?.['n'], 4);
    assert.ok(Number(row['size']) < 1_000);
  });
});

/** What a run tells of a turn, about as long, and every third turn what is kept for ever. */
function recordEvents(store: Store, turn: number): void {
  const [at, taskId] = ['2026-01-01T00:00:00.000Z', TASKS[turn % 3] ?? ''];
  const about = { at, taskId };
  const reason = `the same failure as in the ${turn % 9} turns before, for the ${turn}th time`;
  store.addEvent(eventOf('turn_started', { turn }, about));
  store.addEvent(eventOf('turn_ended', { turn, reason }, about));
  store.addEvent(eventOf('loop_detected', { level: 'suspect', turn, message: reason }, about));
  if (turn % 3 > 0) return;
  store.addEvent(eventOf('intervention', { detail: reason }, about));
  store.addEvent(eventOf('gate_triggered', { trigger_reason: reason.repeat(8) }, about));
}

function rows(scene: ArchiveScene): number {
  return Number(scene.row('SELECT count(*) AS n FROM turns')?.['n']);
}
