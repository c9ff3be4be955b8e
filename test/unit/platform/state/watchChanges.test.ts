import assert from 'node:assert/strict';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { watchChanges } from '../../../../src/platform/state/watchChanges';
import { scratchState, until, type ScratchState } from './scratchState';

describe('watching for changes', () => {
  let scratch: ScratchState;
  let looks: number;
  let epoch: number;
  let told: number;
  beforeEach(() => {
    scratch = scratchState();
    mkdirSync(scratch.options.directory, { recursive: true });
    looks = 0;
    epoch = 1;
    told = 0;
  });
  afterEach(() => scratch.remove());

  const start = (): { dispose(): void } =>
    watchChanges({
      directory: scratch.options.directory,
      databaseFile: scratch.database,
      leaseDirectory: join(scratch.options.directory, 'lease'),
      peekEpoch: () => {
        looks += 1;
        return Promise.resolve(epoch);
      },
      onChange: () => (told += 1),
    });
  const touch = (): void => writeFileSync(join(scratch.options.directory, 'other.tmp'), 'x');
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

  it('tells of a new database file and of another holder, once each', async () => {
    const watching = start();
    await looked(2);
    writeFileSync(`${scratch.database}.1-1.tmp`, 'new');
    renameSync(`${scratch.database}.1-1.tmp`, scratch.database);
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

  it('tells nothing once it is disposed', async () => {
    start().dispose();
    const other = start();
    epoch = 2;
    await looked(5);
    assert.ok(told <= 1);
    other.dispose();
  });
});
