import assert from 'node:assert/strict';
import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stampOf } from '../../../../src/platform/state/databaseFile';
import { OwnState } from '../../../../src/platform/state/ownState';
import { type ChangeWatch, watchChanges } from '../../../../src/platform/state/watchChanges';
import { scratchState, until, type ScratchState } from './scratchState';

describe('watching for changes', () => {
  let scratch: ScratchState;
  let looks: number;
  let epoch: number;
  let told: number;
  let own: OwnState;
  beforeEach(() => {
    scratch = scratchState();
    mkdirSync(scratch.options.directory, { recursive: true });
    looks = 0;
    epoch = 1;
    told = 0;
    own = new OwnState();
  });
  afterEach(() => scratch.remove());

  const start = (firstLook?: Promise<void>): ChangeWatch =>
    watchChanges({
      directory: scratch.options.directory,
      databaseFile: scratch.database,
      leaseDirectory: join(scratch.options.directory, 'lease'),
      peekEpoch: async () => {
        looks += 1;
        if (looks === 1) await firstLook;
        return epoch;
      },
      own,
      onChange: () => (told += 1),
    });
  const touch = (): void => writeFileSync(join(scratch.options.directory, 'other.tmp'), 'x');
  const replaceDatabase = (): void => {
    writeFileSync(`${scratch.database}.1-1.tmp`, 'new');
    renameSync(`${scratch.database}.1-1.tmp`, scratch.database);
  };
  const stamp = (): string => stampOf(statSync(scratch.database, { bigint: true }));
  /** Makes file events until it has looked that often in all. */
  const looked = (times: number): Promise<void> =>
    until(() => {
      touch();
      return looks >= times;
    });

  it('tells nothing while the database and the lease stay the same', async () => {
    const watching = start();
    await looked(5);
    assert.equal(told, 0);
    watching.dispose();
  });

  it('is ready once it has looked, and tells of what changes from then on', async () => {
    let look = (): void => undefined;
    const watching = start(new Promise((resolve) => (look = resolve)));
    let isReady = false;
    const ready = watching.ready.then(() => (isReady = true));
    await new Promise(setImmediate);
    assert.equal(isReady, false);
    look();
    await ready;
    epoch = 2;
    await until(() => {
      touch();
      return told === 1;
    });
    watching.dispose();
  });

  it('tells of a new database file and of another holder, once each', async () => {
    const watching = start();
    await looked(2);
    replaceDatabase();
    await until(() => told === 1);
    epoch = 2;
    await until(() => {
      touch();
      return told === 2;
    });
    await looked(looks + 3);
    assert.equal(told, 2);
    watching.dispose();
  });

  it('tells of its own write without looking at files, once, and then of that of another', async () => {
    const watching = start();
    await looked(2);
    replaceDatabase();
    const looksBefore = looks;
    own.noteWrite(stamp());
    own.noteWrite(stamp());
    await new Promise(setImmediate);
    assert.equal(told, 1);
    await looked(looksBefore + 3);
    assert.equal(told, 1);
    replaceDatabase();
    await until(() => told === 2);
    watching.dispose();
    own.noteWrite(stamp());
    await new Promise(setImmediate);
    assert.equal(told, 2);
  });

  it('tells nothing once it is disposed', async () => {
    start().dispose();
    const other = start();
    epoch = 2;
    await looked(5);
    assert.ok(told <= 1);
    other.dispose();
  });
});
