import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createCheckpoints } from '../../../src/platform/checkpoints/createCheckpoints';
import { createFolders, statePaths } from '../../../src/platform/state/files/stateFolders';
import { openWith, recordTurns, TURNS } from '../../unit/platform/state/dyingDisk';
import { held, scratchState, type ScratchState } from '../../unit/platform/state/scratchState';
import { ForgetfulDisk } from '../../support/forgetfulDisk';
import { COUNTS } from '../../support/scale';

describe('a power cut at any moment', function () {
  this.timeout(600_000);
  let scratch: ScratchState;
  beforeEach(() => {
    scratch = scratchState();
  });
  afterEach(() => scratch.remove());

  /** One in so many of the states that it may leave. */
  async function atEachState(
    disk: ForgetfulDisk,
    check: (promised: string, when: string) => Promise<void>,
  ): Promise<number> {
    let count = 0;
    for (const state of disk.afterPowerCuts()) {
      count += 1;
      if (count % COUNTS.powerCutStride !== 0) continue;
      disk.restore(state);
      await check(state.promised, state.when);
    }
    return count;
  }

  it('leaves every turn that was recorded, in one piece, also while old turns move', async () => {
    const lease = await held(scratch.open());
    lease.store.upsertTask('fix-rounding', 'Fix rounding');
    recordTurns(lease.store, 1, TURNS - 2);
    lease.release();
    const disk = new ForgetfulDisk(scratch.options.directory);
    disk.promise(String(TURNS - 2));
    const { store } = await openWith(scratch, disk.durableFs);
    for (let turn = TURNS - 1; turn <= TURNS + 2; turn += 1) {
      recordTurns(store, turn, turn);
      disk.promise(String(turn));
    }
    store.close();
    let segments = 0;
    const count = await atEachState(disk, async (promised, when) => {
      const next = await held(scratch.open());
      const recorded = next.store.countTurns('fix-rounding');
      assert.ok(recorded >= Number(promised), `${when}: ${recorded} turns, not ${promised}`);
      assert.deepEqual(
        next.store.listTurns('fix-rounding').map(({ number }) => number),
        Array.from({ length: recorded }, (_, index) => index + 1),
        when,
      );
      assert.deepEqual(next.store.listNotices(), [], when);
      segments += readdirSync(join(scratch.options.directory, 'history')).length;
      next.release();
    });
    assert.ok(segments > 0);
    assert.ok(count > 40, `${count} states`);
  });

  it('leaves each new folder of the state, whose name is safe before anything is written into it', () => {
    const synced: string[] = [];
    const paths = statePaths(scratch.options.directory);
    createFolders(paths, (folder) => synced.push(folder));
    const { directory, inbox } = paths;
    const parents = [scratch.root, dirname(directory), directory, directory, inbox, directory];
    assert.deepEqual(synced, parents);
    createFolders(paths, (folder) => assert.fail(`${folder} is not new`));
  });

  it('leaves every checkpoint that was recorded and is kept', async () => {
    const { directory: stateDir, workspaceDir } = scratch.options;
    mkdirSync(stateDir, { recursive: true });
    const disk = new ForgetfulDisk(stateDir);
    const options = { workspaceDir, stateDir, environment: process.env, maxFileBytes: 100_000 };
    const checkpoints = createCheckpoints({ ...options, fs: disk.packFs });
    const numbers = new Map<string, number>();
    let kept: string[] = [];
    for (let number = 1; number <= 12; number += 1) {
      writeFileSync(join(workspaceDir, 'number'), String(number));
      writeFileSync(join(workspaceDir, `file-${number % 4}`), `${number}`.repeat(2_000));
      const { id } = await checkpoints.record();
      numbers.set(id, number);
      kept.push(id);
      disk.promise(kept.join());
      if (number % 4 !== 0) continue;
      kept = kept.slice(-2);
      disk.promise(kept.join());
      await checkpoints.prune(new Set(kept), { dryRun: false });
    }
    const count = await atEachState(disk, async (promised, when) => {
      const opened = createCheckpoints(options);
      for (const id of promised.split(',').filter((each) => each !== '')) {
        for (const path of (await opened.read(id)).files.keys())
          assert.ok(await opened.content(id, path), `${when}: ${path}`);
        const number = Buffer.from((await opened.content(id, 'number')) ?? []).toString();
        assert.equal(number, String(numbers.get(id)), when);
      }
      await opened.record();
    });
    assert.ok(count > 40, `${count} states`);
  });
});
