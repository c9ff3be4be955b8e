import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StateError } from '../../../src/ports/workspaceState';
import type { Store } from '../../../src/ports/store';
import { dyingFs, openWith, recordTurns, TURNS } from '../../unit/platform/state/dyingDisk';
import { held, scratchState, type ScratchState } from '../../unit/platform/state/scratchState';
import { COUNTS } from '../../support/scale';

describe('a holder that is killed at any step', () => {
  let scratch: ScratchState;
  beforeEach(() => {
    scratch = scratchState();
  });
  afterEach(() => scratch.remove());

  /** Runs `work` again and again on a copy of the state, killed some steps later each time. */
  const atEachStep = async (
    work: (store: Store) => void,
    check: (store: Store, finished: boolean) => void,
  ): Promise<number> => {
    const { directory } = scratch.options;
    const original = `${directory}-original`;
    cpSync(directory, original, { recursive: true });
    for (let stopAt = 1; ; stopAt += COUNTS.holderStride) {
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
