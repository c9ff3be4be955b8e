import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetsIn } from '../../../../src/platform/state/databaseReader';
import { openWorkspaceState } from '../../../../src/platform/state/openWorkspaceState';
import { seal, unseal } from '../../../../src/platform/state/database/databaseSeal';
import { loadSqlJs } from '../../../../src/platform/state/database/loadSqlJs';
import { SqlDatabase } from '../../../../src/platform/state/database/sqlDatabase';
import type { WorkspaceState } from '../../../../src/ports/workspaceState';
import { AT, recordTurns, TURNS } from './dyingDisk';
import { held, scratchState, type ScratchState } from './scratchState';
import { eventOf } from '../../../support/sampleEvents';

describe('a damaged state', () => {
  let scratch: ScratchState;
  let state: WorkspaceState;
  let directory: string;
  let lastGood: string;
  beforeEach(async () => {
    scratch = scratchState();
    state = scratch.open();
    directory = scratch.options.directory;
    lastGood = `${scratch.database}.last-good`;
    const lease = await held(state);
    lease.store.upsertTask('fix-rounding', 'Fix rounding');
    recordTurns(lease.store, 1, 7);
    lease.store.addHint('fix-rounding', 'the newest of all', '1');
    lease.release();
  });
  afterEach(() => scratch.remove());
  const damaged = (): readonly string[] =>
    readdirSync(directory)
      .filter((name) => name.includes('.damaged-'))
      .sort();
  const damages: readonly (readonly [string, (bytes: Buffer) => Uint8Array])[] = [
    ['garbage', (bytes) => Buffer.alloc(bytes.length, 'x')],
    ['of zero length', () => new Uint8Array()],
    ['cut off', (bytes) => bytes.subarray(0, 20_000)],
    ['cut off after its pages', (bytes) => bytes.subarray(0, bytes.length - 40)],
    ['overwritten inside', (bytes) => bytes.fill(0x41, 16_384, 32_768)],
    ['not what it says it is', (bytes) => bytes.fill(0, 68, 72)],
    ['of a schema that there never was', (bytes) => bytes.fill(0xff, 60, 64)],
  ];

  for (const [what, damage] of damages) {
    it(`that is ${what} is set aside for the last good one, and the loss is told`, async () => {
      const bytes = Buffer.from(damage(readFileSync(scratch.database)));
      writeFileSync(scratch.database, bytes);
      const shown = await scratch.open().read();
      assert.equal(shown.listTurns('fix-rounding').length, 7);
      assert.match(shown.listNotices()[0] ?? '', /next command that changes something sets the fi/);
      const lease = await held(state);
      assert.equal(lease.store.listTurns('fix-rounding').length, 7);
      assert.deepEqual(lease.store.listHints('fix-rounding'), []);
      const [aside = ''] = damaged();
      assert.deepEqual(readFileSync(join(directory, aside)), bytes);
      const [event] = lease.store.listEvents(1);
      assert.ok(event?.event === 'state_recovered');
      assert.equal(event.data.damagedFile, join(directory, aside));
      const [notice = ''] = lease.notices;
      assert.equal(event.data.message, notice);
      assert.match(
        notice,
        /What Devs recorded after 2026-11-22 04:10 UTC \(turn 7 of fix-rounding\) is lost\. That file is kept as .*devs\.db\.damaged-[\dTZ-]+\.$/,
      );
      assert.deepEqual((await scratch.open().read()).listNotices(), [notice]);
      lease.release();
      const next = await held(scratch.open());
      assert.deepEqual(next.notices, [], 'it is said once');
      assert.deepEqual(next.store.listNotices(), [notice], 'and shown until a run has ended');
      next.store.addEvent(eventOf('run_ended', {}, { at: AT }));
      assert.deepEqual(next.store.listNotices(), []);
      next.release();
      assert.equal(damaged().length, 1);
    });
  }

  it('that is missing is replaced by the last good one, and told', async () => {
    rmSync(scratch.database);
    const shown = await scratch.open().read();
    assert.equal(shown.listTurns('fix-rounding').length, 7);
    assert.match(shown.listNotices()[0] ?? '', /devs\.db is gone/);
    const lease = await held(state);
    assert.equal(lease.store.countTurns('fix-rounding'), 7);
    assert.match(lease.notices[0] ?? '', /was missing\. What Devs recorded after 2026-11-22 04:10/);
    lease.release();
    assert.deepEqual(damaged(), []);
  });

  it('that is an older one than before is set aside for the last good one, and told', async () => {
    const older = readFileSync(scratch.database);
    const lease = await held(state);
    recordTurns(lease.store, 8, 12);
    lease.store.addHint('fix-rounding', 'the newest of all', '1');
    lease.release();
    const watching = scratch.open();
    await watching.read();
    writeFileSync(scratch.database, older);
    for (const reader of [scratch.open(), watching]) {
      const shown = await reader.read();
      assert.equal(shown.listTurns('fix-rounding').length, 12);
      assert.match(
        shown.listNotices()[0] ?? '',
        /It is older than the file that was written before it: another one was put in its place\.$/,
      );
    }
    const again = await held(scratch.open());
    assert.equal(again.store.countTurns('fix-rounding'), 12);
    assert.match(
      again.notices[0] ?? '',
      /It is older than .*\(turn 12 of fix-rounding\) is lost\. That file is kept as .*devs\.db\.damaged-/,
    );
    again.store.addHint('fix-rounding', 'and on', '1');
    again.release();
    const [aside = ''] = damaged();
    assert.deepEqual(readFileSync(join(directory, aside)), older);
    assert.equal((await watching.read()).listHints('fix-rounding').length, 2);
    const next = await held(scratch.open());
    assert.deepEqual(next.notices, []);
    next.release();
  });

  it('that is older than the old turns beside it is refused, and nothing of them is removed', async () => {
    const older = readFileSync(scratch.database);
    const lease = await held(state);
    recordTurns(lease.store, 8, TURNS);
    lease.release();
    const history = join(directory, 'history');
    const kept = readdirSync(history);
    assert.equal(kept.length, 1);
    writeFileSync(scratch.database, older);
    rmSync(lastGood);
    for (const opening of [() => scratch.open().read(), () => state.acquire()]) {
      await assert.rejects(opening(), {
        name: 'StateError',
        message:
          /devs\.db cannot be used\. It knows 7 turns, but .*turns-1-\d+\..*\.seg has later ones: an older file was put in its place\. Put the newer one back, or move .*\.seg away to go on from the older one\. Nothing was changed\./,
      });
    }
    assert.deepEqual(readFileSync(scratch.database), older);
    assert.deepEqual(readdirSync(history), kept);
    renameSync(join(history, kept[0] ?? ''), join(scratch.root, 'moved'));
    const goesOn = await held(scratch.open());
    assert.equal(goesOn.store.countTurns('fix-rounding'), 7);
    goesOn.release();
  });

  it('never overwrites what was set aside before', async () => {
    const clock = {
      now: () => new Date(AT),
      elapsed: () => 0,
      newId: () => '',
      wait: () => Promise.resolve(),
    };
    for (const content of ['first', 'second', 'third']) {
      writeFileSync(scratch.database, content);
      (await held(openWorkspaceState({ ...scratch.options, clock }))).release();
    }
    assert.deepEqual(damaged(), [
      'devs.db.damaged-2026-11-22T04-10-33Z',
      'devs.db.damaged-2026-11-22T04-10-33Z-2',
      'devs.db.damaged-2026-11-22T04-10-33Z-3',
    ]);
    assert.deepEqual(
      damaged().map((name) => readFileSync(join(directory, name), 'utf8')),
      ['first', 'second', 'third'],
    );
  });

  it('starts anew when the last good one is damaged as well, and keeps both and the old turns', async () => {
    const lease = await held(state);
    recordTurns(lease.store, 8, TURNS);
    lease.release();
    writeFileSync(scratch.database, 'x');
    unlinkSync(lastGood);
    writeFileSync(lastGood, 'y');
    const shown = await scratch.open().read();
    assert.deepEqual(shown.listTasks(), []);
    assert.match(shown.listNotices()[0] ?? '', /there is no earlier version\. The next command/);
    const anew = await held(state);
    assert.deepEqual(anew.store.listTasks(), []);
    assert.match(
      anew.notices[0] ?? '',
      /Devs starts with an empty state, and its records are lost\./,
    );
    assert.match(anew.notices[0] ?? '', /Older turns are kept in .*history\.damaged-/);
    anew.store.upsertTask('a', 'A');
    anew.store.upsertTask('b', 'B');
    anew.release();
    assert.deepEqual(
      damaged().map((name) => name.replace(/[^.]*$/, '')),
      ['devs.db.', 'devs.db.last-good.', 'history.'],
    );
    const [, , history = ''] = damaged();
    assert.equal(readdirSync(join(directory, history)).length, 1);
  });

  for (const [what, content] of [
    ['of a newer version', 'newer'],
    ["somebody else's", 'foreign'],
  ] as const) {
    it(`that is in truth ${what} is refused and stays as it is`, async () => {
      const bytes = await otherDatabase(scratch, content);
      writeFileSync(scratch.database, bytes);
      for (const opening of [() => scratch.open().read(), () => state.acquire()]) {
        await assert.rejects(opening(), { name: 'StateError', message: /Nothing was changed/ });
      }
      assert.deepEqual(readFileSync(scratch.database), Buffer.from(bytes));
      assert.deepEqual(damaged(), []);
      assert.equal(await state.holder(), undefined);
    });
  }

  it('does not become the last good one when it was damaged while somebody held it', async () => {
    const lease = await held(state);
    lease.store.addHint('fix-rounding', 'one', '1');
    const before = readFileSync(lastGood);
    writeFileSync(scratch.database, 'overwritten by somebody');
    lease.store.addHint('fix-rounding', 'two', '1');
    assert.deepEqual(readFileSync(lastGood), before);
    lease.store.addHint('fix-rounding', 'three', '1');
    assert.notDeepEqual(readFileSync(lastGood), before);
    lease.release();
  });
}).timeout(120_000);

/** A whole database that `state` must not touch. */
async function otherDatabase(
  scratch: ScratchState,
  kind: 'newer' | 'foreign',
): Promise<Uint8Array> {
  const sqlJs = await loadSqlJs(assetsIn(scratch.options.assetsDir).wasmFile);
  const db = new SqlDatabase(sqlJs, unseal(readFileSync(scratch.database)).bytes);
  db.script(kind === 'newer' ? 'PRAGMA user_version = 99' : 'PRAGMA application_id = 7');
  const bytes = db.bytes();
  db.close();
  return kind === 'newer' ? seal(bytes) : bytes;
}
