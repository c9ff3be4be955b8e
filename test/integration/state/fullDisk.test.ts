import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspaceState } from '../../../src/adapters/state/workspaceState';
import { held, scratchState, type ScratchState } from '../../unit/state/scratchState';

/** Whether this user may mount a small disk to fill (root on Linux). */
function mayMount(): boolean {
  const scratch = scratchState();
  try {
    mount(scratch.root, join(scratch.root, 'probe'));
    execFileSync('umount', [join(scratch.root, 'probe')]);
    return true;
  } catch {
    return false;
  } finally {
    scratch.remove();
  }
}

function mount(root: string, folder: string): string {
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'devs-test', folder], {
    stdio: 'ignore',
    cwd: root,
  });
  return folder;
}

// Elsewhere the injected failures of the durable write stand for it.
const describeWithDisk =
  process.platform === 'linux' && mayMount() ? describe : (): void => undefined;

describeWithDisk('the state on a full disk', () => {
  let scratch: ScratchState;
  let disk: string;
  beforeEach(() => {
    scratch = scratchState();
    disk = mount(scratch.root, join(scratch.root, 'disk'));
  });
  afterEach(() => {
    execFileSync('umount', [disk]);
    scratch.remove();
  });

  it('goes back to what is on disk, says what to do, and goes on when there is space', async () => {
    const directory = join(disk, 'state');
    const state = openWorkspaceState({ ...scratch.options, directory });
    const lease = await held(state);
    lease.store.upsertTask('a', 'A');
    const before = readFileSync(join(directory, 'devs.db'));
    const ballast = join(disk, 'ballast');
    assert.throws(() => writeFileSync(ballast, Buffer.alloc(4_000_000)), { code: 'ENOSPC' });
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

  it('is given up by a process that cannot even record that', async () => {
    const state = openWorkspaceState({ ...scratch.options, directory: join(disk, 'state') });
    const lease = await held(state);
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    lease.release();
    assert.equal(await state.holder(), undefined);
    execFileSync('mount', ['-o', 'remount,rw', disk]);
    (await held(state)).release();
  });
});
