import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspaceState } from '../../../src/platform/state/openWorkspaceState';
import { describeOnSmallDisk, SmallDisk } from '../../support/smallDisk';
import { TURN_END, turnStart } from '../../unit/platform/state/database/samples';
import { held, scratchState, type ScratchState } from '../../unit/platform/state/scratchState';

describeOnSmallDisk('the state on a full disk', () => {
  let scratch: ScratchState;
  let disk: string;
  let small: SmallDisk;
  beforeEach(() => {
    scratch = scratchState();
    disk = join(scratch.root, 'disk');
    small = new SmallDisk(disk, 'size=8m');
  });
  afterEach(() => {
    small.unmount();
    scratch.remove();
  });

  it('goes back to what is on disk, says what to do, and goes on when there is space', async () => {
    const directory = join(disk, 'state');
    const state = openWorkspaceState({ ...scratch.options, directory });
    const lease = await held(state);
    lease.store.upsertTask('a', 'A');
    const before = readFileSync(join(directory, 'devs.db'));
    const ballast = join(disk, 'ballast');
    assert.throws(() => writeFileSync(ballast, Buffer.alloc(12_000_000)), { code: 'ENOSPC' });
    assert.throws(() => lease.store.incrementEntropyCount('a'), {
      name: 'StateError',
      message: /Could not write the state .*devs\.db: the disk is full; free some space/,
    });
    assert.equal(lease.store.getTask('a')?.entropyCount, 0);
    assert.deepEqual(readFileSync(join(directory, 'devs.db')), before);
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.endsWith('.tmp')),
      [],
    );
    rmSync(ballast);
    assert.equal(lease.store.incrementEntropyCount('a'), 1);
    lease.release();
    assert.equal((await state.read()).getTask('a')?.entropyCount, 1);
  });

  it('keeps every turn when the disk fills up while old ones move, and moves them later', async () => {
    const directory = join(disk, 'state');
    const state = openWorkspaceState({ ...scratch.options, directory });
    const lease = await held(state);
    const ballast = join(disk, 'ballast');
    let recorded = 0;
    const record = (): void => {
      lease.store.transaction(() => {
        for (let number = recorded + 1; number <= recorded + 100; number += 1) {
          lease.store.startTurn(turnStart('a', number));
          lease.store.endTurn(`a-${number}`, TURN_END);
        }
      });
      recorded += 100;
    };
    for (let round = 0; round < 16; round += 1) {
      // Each round finds the disk full at another moment.
      const free = statfsSync(disk).bavail * statfsSync(disk).bsize;
      writeFileSync(ballast, Buffer.alloc(Math.max(0, free - round * 130_000)));
      try {
        record();
      } catch (error) {
        assert.match(String(error), /the disk is full/);
      }
      const reader = await openWorkspaceState({ ...scratch.options, directory }).read();
      assert.equal(reader.listTurns('a').length, recorded);
      assert.deepEqual(reader.listNotices(), []);
      rmSync(ballast);
      if (recorded < (round + 1) * 100) record();
      assert.equal(lease.store.listTurns('a').length, recorded);
    }
    assert.ok(readdirSync(join(directory, 'history')).length >= 5);
    lease.release();
  });

  it('puts a damaged state right once there is space', async () => {
    const directory = join(disk, 'state');
    const state = openWorkspaceState({ ...scratch.options, directory });
    const lease = await held(state);
    lease.store.upsertTask('a', 'A');
    lease.store.upsertTask('b', 'B');
    lease.release();
    writeFileSync(join(directory, 'devs.db'), 'damaged');
    const ballast = join(disk, 'ballast');
    assert.throws(() => writeFileSync(ballast, Buffer.alloc(12_000_000)), { code: 'ENOSPC' });
    await assert.rejects(state.acquire(), { name: 'StateError', message: /the disk is full/ });
    assert.equal((await state.read()).listTasks().length, 1);
    rmSync(ballast);
    const again = await held(state);
    assert.equal(again.store.listTasks().length, 1);
    assert.equal(again.notices.length, 1);
    again.release();
  });

  it('is given up by a process that cannot even record that', async () => {
    const state = openWorkspaceState({ ...scratch.options, directory: join(disk, 'state') });
    const lease = await held(state);
    small.remount('ro');
    lease.release();
    assert.equal(await state.holder(), undefined);
    small.remount('rw');
    (await held(state)).release();
  });
});
