import assert from 'node:assert/strict';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { assetsIn } from '../../../src/adapters/state/databaseReader';
import { nodeDurableFs, type DurableFs } from '../../../src/adapters/state/durableFile';
import { openState } from '../../../src/adapters/state/openState';
import { segmentFolder } from '../../../src/adapters/state/segmentFolder';
import { createFolders, statePaths } from '../../../src/adapters/state/stateFolders';
import { KEPT_TURNS, SEGMENT_TURNS } from '../../../src/adapters/store/moveTurns';
import { SegmentCache } from '../../../src/adapters/store/segmentCache';
import { StateError, type WorkspaceState } from '../../../src/ports/workspaceState';
import type { Store } from '../../../src/ports/store';
import { TURN_END, turnStart } from '../store/samples';
import { held, scratchState, type ScratchState } from './scratchState';

const AT = '2026-11-22T04:10:33.000Z';
const TURNS = KEPT_TURNS + SEGMENT_TURNS;

function recordTurns(store: Store, from: number, to: number): void {
  store.transaction(() => {
    for (let number = from; number <= to; number += 1) {
      store.startTurn(turnStart('fix-rounding', number));
      store.endTurn(`fix-rounding-${number}`, TURN_END);
    }
    store.addEvent({ at: AT, event: 'turn_ended', taskId: 'fix-rounding', data: {} });
  });
}

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
      assert.equal(event?.event, 'state_recovered');
      assert.equal(event.data['damagedFile'], join(directory, aside));
      const [notice = ''] = lease.notices;
      assert.equal(event.data['message'], notice);
      assert.match(
        notice,
        /What Devs recorded after 2026-11-22 04:10 UTC \(turn 7 of fix-rounding\) is lost\. The damaged file is kept as .*devs\.db\.damaged-[\dTZ-]+\.$/,
      );
      assert.deepEqual((await scratch.open().read()).listNotices(), [notice]);
      lease.release();
      const next = await held(scratch.open());
      assert.deepEqual(next.notices, [], 'it is said once');
      assert.deepEqual(next.store.listNotices(), [notice], 'and shown until a run has ended');
      next.store.addEvent({ at: AT, event: 'run_ended', data: {} });
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
    assert.match(lease.notices[0] ?? '', /was gone\. What Devs recorded after 2026-11-22 04:10/);
    lease.release();
    assert.deepEqual(damaged(), []);
  });

  it('never overwrites what was set aside before', async () => {
    const clock = { now: () => new Date(AT), newId: () => '', wait: () => Promise.resolve() };
    for (const content of ['first', 'second', 'third']) {
      writeFileSync(scratch.database, content);
      const { openWorkspaceState } = await import('../../../src/adapters/state/workspaceState');
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
    assert.match(shown.listNotices()[0] ?? '', /there is no other one\. The next command/);
    const anew = await held(state);
    assert.deepEqual(anew.store.listTasks(), []);
    assert.match(anew.notices[0] ?? '', /Devs starts anew, and what it had recorded is lost\./);
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

  it('opens, and has what the last good one holds, whatever happened to the newest file', async () => {
    const bytes = readFileSync(scratch.database);
    const damage = fc.record({
      at: fc.nat(bytes.length - 1),
      length: fc.constantFrom(1, 2, 100, 5_000),
      how: fc.constantFrom('flip', 'zero', 'cut'),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, length, how }) => {
        const changed = Buffer.from(bytes);
        const part = changed.subarray(at, at + length);
        if (how === 'zero') part.fill(0);
        else for (const [index, byte] of part.entries()) part[index] = byte ^ (1 << (index % 8));
        writeFileSync(scratch.database, how === 'cut' ? changed.subarray(0, at) : changed);
        const shown = await scratch.open().read();
        assert.equal(shown.listTurns('fix-rounding').length, 7);
        assert.equal(shown.listEvents(9).length, 1);
      }),
      { numRuns: 60 },
    );
  });

  it('opens, or says why not, whatever happened to both files', async () => {
    const bytes = readFileSync(scratch.database);
    // Without a seal, as an earlier version wrote it: SQLite has to look for the damage.
    const unsealed = bytes.subarray(0, -48);
    const junk = fc.record({
      at: fc.oneof(fc.nat(120), fc.nat(unsealed.length - 1)),
      bits: fc.integer({ min: 1, max: 255 }),
      cut: fc.boolean(),
    });
    const apply = ({ at, bits, cut }: { at: number; bits: number; cut: boolean }): Uint8Array => {
      const changed = Buffer.from(unsealed);
      changed[at] = (changed[at] ?? 0) ^ bits;
      return cut ? changed.subarray(0, at) : changed;
    };
    await fc.assert(
      fc.asyncProperty(junk, junk, async (first, second) => {
        for (const [file, content] of [
          [scratch.database, first],
          [lastGood, second],
        ] as const) {
          if (existsSync(file)) unlinkSync(file);
          writeFileSync(file, apply(content));
        }
        try {
          const reader = await scratch.open().read();
          reader.listTurns('fix-rounding');
          reader.listEvents(9);
          const lease = await held(scratch.open());
          lease.store.listTurns('fix-rounding');
          lease.store.listTasks();
          lease.release();
        } catch (error) {
          assert.ok(error instanceof StateError, String(error));
        }
      }),
      { numRuns: 80 },
    );
  });
}).timeout(120_000);

/** A whole database that `state` must not touch. */
async function otherDatabase(
  scratch: ScratchState,
  kind: 'newer' | 'foreign',
): Promise<Uint8Array> {
  const { loadSqlJs } = await import('../../../src/adapters/store/loadSqlJs');
  const { SqlDatabase } = await import('../../../src/adapters/store/sqlDatabase');
  const { unseal, seal } = await import('../../../src/adapters/store/databaseSeal');
  const sqlJs = await loadSqlJs(assetsIn(scratch.options.assetsDir).wasmFile);
  const db = new SqlDatabase(sqlJs, unseal(readFileSync(scratch.database)).bytes);
  db.script(kind === 'newer' ? 'PRAGMA user_version = 99' : 'PRAGMA application_id = 7');
  const bytes = db.bytes();
  db.close();
  return kind === 'newer' ? seal(bytes) : bytes;
}

describe('the file before the newest one', () => {
  let scratch: ScratchState;
  let lastGood: string;
  beforeEach(() => {
    scratch = scratchState();
    lastGood = `${scratch.database}.last-good`;
  });
  afterEach(() => scratch.remove());

  it('stays beside it at each write', async () => {
    const lease = await held(scratch.open());
    assert.equal(existsSync(lastGood), false);
    for (const id of ['a', 'b', 'c']) {
      const before = readFileSync(scratch.database);
      lease.store.upsertTask(id, id);
      assert.deepEqual(readFileSync(lastGood), before);
      assert.notEqual(statSync(lastGood).ino, statSync(scratch.database).ino);
    }
    lease.release();
  });

  it('is kept where links are impossible too, and does not stand in the way where nothing is', async () => {
    for (const [fs, isKept] of [
      [{ link: fail('EPERM') }, true],
      [{ link: fail('EPERM'), copy: fail('ENOSPC') }, false],
    ] as const) {
      const opened = await openWith(scratch, { ...nodeDurableFs, ...fs });
      const before = readFileSync(scratch.database);
      opened.store.addHint('a', 'x', '1');
      opened.store.close();
      assert.equal(existsSync(lastGood) && readFileSync(lastGood).equals(before), isKept);
      assert.deepEqual(
        readdirSync(scratch.options.directory).filter((name) => name.endsWith('.tmp')),
        [],
      );
    }
  });

  it('is the newest one for a moment when its writer is killed then, and no harm is done', async () => {
    const lease = await held(scratch.open());
    lease.store.upsertTask('a', 'A');
    lease.release();
    rmSync(lastGood);
    linkSync(scratch.database, lastGood);
    const again = await held(scratch.open());
    again.store.upsertTask('b', 'B');
    again.release();
    assert.equal((await scratch.open().read()).listTasks().length, 2);
    assert.deepEqual(
      readdirSync(scratch.options.directory).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });
});

/** A disk that stops at one operation, for good: what was done before stays, nothing comes after. */
function dyingFs(stopAt: number): { readonly fs: DurableFs; readonly done: () => number } {
  let operations = 0;
  const dead = new StateError('killed');
  const step =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      operations += 1;
      if (operations >= stopAt) throw dead;
      return work(...args);
    };
  const fs = Object.fromEntries(
    Object.entries(nodeDurableFs).map(([name, work]) => [
      name,
      name === 'close' || name === 'pause' ? work : step(work as () => unknown),
    ]),
  ) as unknown as DurableFs;
  return { fs, done: () => operations };
}

function fail(code: string): () => never {
  return () => {
    throw Object.assign(new Error(`${code}: injected`), { code });
  };
}

async function openWith({ options }: ScratchState, fs: DurableFs): ReturnType<typeof openState> {
  const paths = statePaths(options.directory);
  createFolders(paths);
  return openState({
    paths,
    epoch: { number: 1, isHeld: () => true, release: () => undefined },
    assets: assetsIn(options.assetsDir),
    segments: new SegmentCache(segmentFolder(paths.history, fs)),
    now: () => new Date(AT),
    fs,
  });
}

describe('a holder that is killed at any step', () => {
  let scratch: ScratchState;
  beforeEach(() => {
    scratch = scratchState();
  });
  afterEach(() => scratch.remove());

  /** Runs `work` again and again on a copy of the state, killed one step later each time. */
  const atEachStep = async (
    work: (store: Store) => void,
    check: (store: Store, finished: boolean) => void,
  ): Promise<number> => {
    const { directory } = scratch.options;
    const original = `${directory}-original`;
    const { cpSync } = await import('node:fs');
    cpSync(directory, original, { recursive: true });
    for (let stopAt = 1; ; stopAt += 1) {
      rmSync(directory, { recursive: true });
      cpSync(original, directory, { recursive: true });
      const { fs, done } = dyingFs(stopAt);
      const finished = await attempt(async () => {
        const { store } = await openWith(scratch, fs);
        try {
          work(store);
        } finally {
          store.close();
        }
      });
      const next = await held(scratch.open());
      check(next.store, finished && done() < stopAt);
      next.store.addHint('fix-rounding', 'the state goes on', '1');
      next.store.addHint('fix-rounding', 'and on', '1');
      next.release();
      const left = readdirSync(directory, { recursive: true }).map(String);
      assert.deepEqual(
        left.filter((name) => name.endsWith('.tmp')),
        [],
      );
      assert.ok(left.filter((name) => name.endsWith('.seg')).length <= 1);
      if (finished && done() < stopAt) return stopAt;
    }
  };

  it('loses nothing while it moves old turns', async () => {
    const lease = await held(scratch.open());
    lease.store.upsertTask('fix-rounding', 'Fix rounding');
    recordTurns(lease.store, 1, TURNS - 1);
    lease.release();
    const steps = await atEachStep(
      (store) => recordTurns(store, TURNS, TURNS),
      (store, finished) => {
        const numbers = store.listTurns('fix-rounding').map(({ number }) => number);
        const recorded = store.countTurns('fix-rounding');
        assert.ok(recorded === TURNS || (!finished && recorded === TURNS - 1));
        assert.deepEqual(
          numbers,
          Array.from({ length: recorded }, (_, index) => index + 1),
        );
        assert.deepEqual(store.listNotices(), []);
      },
    );
    assert.ok(steps > 20, `${steps} steps`);
  });

  it('loses nothing while it forgets', async () => {
    const lease = await held(scratch.open());
    lease.store.upsertTask('fix-rounding', 'Fix rounding');
    recordTurns(lease.store, 1, TURNS);
    lease.release();
    await atEachStep(
      (store) => store.forgetTurns(['fix-rounding-3', `fix-rounding-${TURNS}`]),
      (store, finished) => {
        const kept = store.listTurns('fix-rounding').length;
        assert.ok(kept === TURNS - 2 || (!finished && kept === TURNS), `${kept} turns`);
        assert.deepEqual(store.listNotices(), []);
      },
    );
  });

  it('loses neither the damaged file nor the last good one while it recovers', async () => {
    const { directory } = scratch.options;
    const lease = await held(scratch.open());
    lease.store.upsertTask('fix-rounding', 'Fix rounding');
    recordTurns(lease.store, 1, 7);
    lease.store.addHint('fix-rounding', 'the newest', '1');
    lease.release();
    writeFileSync(scratch.database, 'damaged');
    await atEachStep(
      () => undefined,
      (store) => {
        assert.equal(store.listTurns('fix-rounding').length, 7);
        assert.equal(store.listNotices().length, 1);
        const aside = readdirSync(directory).filter((name) => name.includes('.damaged-'));
        assert.equal(aside.length, 1);
        assert.equal(readFileSync(join(directory, aside[0] ?? ''), 'utf8'), 'damaged');
      },
    );
  });

  it('starts anew once, however often it is killed over it', async () => {
    mkdirSync(scratch.options.directory, { recursive: true });
    writeFileSync(scratch.database, 'damaged');
    writeFileSync(`${scratch.database}.last-good`, 'damaged too');
    await atEachStep(
      () => undefined,
      (store) => {
        assert.deepEqual(store.listTasks(), []);
        assert.equal(store.listNotices().length, 1);
      },
    );
  });
}).timeout(120_000);

async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    assert.ok(error instanceof StateError, String(error));
    return false;
  }
}
