import assert from 'node:assert/strict';
import { SEGMENT_TURNS } from '../../../src/platform/state/database/turnArchiver';
import {
  openArchiveScene,
  TURNS,
  type ArchiveScene,
} from '../../unit/platform/state/database/archiveScene';

describe('forgetting on demand', () => {
  let scene: ArchiveScene;
  beforeEach(async () => {
    scene = await openArchiveScene();
    scene.fill();
  });
  afterEach(() => scene.close());

  const ids = (from: number, to: number): readonly string[] =>
    scene.model
      .listTurnSummaries()
      .slice(from, to)
      .map(({ id }) => id);

  it('forgets turns, in segments and in the database, and keeps counting from where it was', () => {
    const forgotten = [...ids(5, 300), ...ids(700, 760), ...ids(TURNS - 30, TURNS), 'nobody-7'];
    for (const each of [scene.store, scene.model]) each.forgetTurns(forgotten);
    scene.sameAsModel(scene.store);
    assert.equal(scene.store.countTurns('a'), Math.ceil(TURNS / 3));
    scene.reopen();
    scene.sameAsModel(scene.store);
  });

  it('drops a segment in which nothing is left', () => {
    for (const each of [scene.store, scene.model]) each.forgetTurns(ids(0, SEGMENT_TURNS));
    scene.sameAsModel(scene.store);
    scene.store.addHint('a', 'next', '1');
    assert.equal(scene.segments.files.size, 2);
  });

  it('clears checkpoints and nothing else', () => {
    const cleared = [...ids(0, 400), ...ids(TURNS - 5, TURNS)];
    for (const each of [scene.store, scene.model]) each.clearCheckpoints(cleared);
    scene.sameAsModel(scene.store);
    assert.equal(scene.store.listTurns('a')[0]?.checkpointBefore, undefined);
    const kept = scene.store
      .listTurnSummaries()
      .filter((turn) => turn.checkpointAfter !== undefined);
    assert.equal(kept.length, TURNS - 405);
  });

  it('keeps of checkpoints without their contents which they were, until they are cleared too', () => {
    const removed = [...ids(0, 400), ...ids(TURNS - 5, TURNS)];
    const [before] = scene.store.listTurnSummaries();
    for (const each of [scene.store, scene.model]) each.clearContents(removed);
    scene.sameAsModel(scene.store);
    scene.reopen();
    scene.sameAsModel(scene.store);
    for (const turn of [scene.store.listTurnSummaries()[0], scene.store.listTurns('a').at(-1)]) {
      assert.ok(turn !== undefined && 'fileListAfter' in turn);
      assert.deepEqual([turn.checkpointBefore, turn.checkpointAfter], [undefined, undefined]);
    }
    assert.equal(scene.store.listTurnSummaries()[0]?.fileListAfter, before?.checkpointAfter);
    for (const each of [scene.store, scene.model]) each.clearCheckpoints(removed);
    scene.sameAsModel(scene.store);
    assert.equal(scene.store.listTurnSummaries()[0]?.fileListAfter, undefined);
  });

  it('is undone with the transaction around it', () => {
    assert.throws(() =>
      scene.store.transaction(() => {
        scene.store.forgetTurns(ids(0, 300));
        throw new Error('no');
      }),
    );
    scene.sameAsModel(scene.store);
  });

  it('removes a file once neither this state nor the one before names it', () => {
    const [first = ''] = scene.segments.files.keys();
    scene.store.forgetTurns(ids(0, 1));
    assert.ok(scene.segments.files.has(first), 'the file before the last write still names it');
    const { reader } = scene.reader(scene.disk.at(-2));
    assert.equal(reader.listTurnSummaries().length, TURNS);
    scene.store.addHint('a', 'next', '1');
    assert.equal(scene.segments.files.has(first), false);
    assert.equal(scene.segments.files.size, 3);
  });

  it("removes what a killed holder left, and nobody else's files", () => {
    scene.segments.files.set('turns-1-256.0123456789abcdef.seg', new Uint8Array());
    scene.segments.files.set('turns-1-256.0123456789abcdef.seg.12-3.tmp', new Uint8Array());
    scene.segments.files.set('notes.txt', new Uint8Array());
    scene.reopen();
    assert.equal(scene.segments.files.size, 6);
    scene.store.addHint('a', 'next', '1');
    assert.equal(scene.segments.files.size, 4);
    assert.ok(scene.segments.files.has('notes.txt'));
    scene.sameAsModel(scene.store);
  });
});
