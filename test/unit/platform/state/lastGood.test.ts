import assert from 'node:assert/strict';
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { nodeDurableFs } from '../../../../src/platform/state/files/durableFile';
import { fail, openWith } from './dyingDisk';
import { held, scratchState, type ScratchState } from './scratchState';

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
