import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openWorkspaceState } from '../../../../src/platform/state/openWorkspaceState';
import type { WorkspaceState } from '../../../../src/ports/workspaceState';
import { TURN_END, turnStart } from './database/samples';
import { held, scratchState, until, type ScratchState } from './scratchState';

describe('the state of a workspace', () => {
  let scratch: ScratchState;
  let state: WorkspaceState;
  beforeEach(() => {
    scratch = scratchState();
    state = scratch.open();
  });
  afterEach(() => scratch.remove());

  /** Expects `acquire` to refuse, the database to stay as it is and the lease to be free again. */
  const refused = async (message: RegExp): Promise<void> => {
    const before = readFileSync(scratch.database);
    await assert.rejects(state.acquire(), { name: 'StateError', message });
    assert.deepEqual(readFileSync(scratch.database), before);
    assert.equal(await state.holder(), undefined);
  };

  it('touches nothing until it is used', () => {
    assert.equal(existsSync(scratch.options.directory), false);
    const nowhere = { ...scratch.options, assetsDir: '/nowhere' };
    assert.equal(openWorkspaceState(nowhere).directory, scratch.options.directory);
  });

  it('reads as empty while there is none, and makes none', async () => {
    const reader = await state.read();
    assert.deepEqual(reader.listTasks(), []);
    assert.equal(reader.getRunStatus(), 'IDLE');
    assert.equal(await state.holder(), undefined);
    assert.equal(existsSync(scratch.options.directory), false);
  });

  it('is private to the user and names its workspace', async () => {
    (await held(state)).release();
    const { directory } = scratch.options;
    assert.deepEqual(JSON.parse(readFileSync(join(directory, 'workspace.json'), 'utf8')), {
      workspace: scratch.options.workspaceDir,
    });
  });

  const itWithModes = process.platform === 'win32' ? (): void => undefined : it;
  itWithModes(
    'shows no file and no folder to anybody else, old turns and damage included',
    async () => {
      const lease = await held(state);
      const served = lease.serveInbox(() => new Promise(() => undefined));
      void state.ask({ type: 'pause', now: false });
      lease.store.transaction(() => {
        for (let number = 1; number <= 600; number += 1) {
          lease.store.startTurn(turnStart('a', number));
          lease.store.endTurn(`a-${number}`, TURN_END);
        }
      });
      lease.store.addHint('a', 'x', '1');
      void served.stop();
      lease.release();
      writeFileSync(scratch.database, 'damaged', { mode: 0o600 });
      (await held(state)).release();
      const { directory } = scratch.options;
      const names = ['', ...readdirSync(directory, { recursive: true }).map(String)];
      for (const kind of [/\.seg$/, /last-good$/, /damaged-/, /^inbox/, /^lease\//]) {
        assert.ok(
          names.some((name) => kind.test(name)),
          `${kind.source} in ${names.join(' ')}`,
        );
      }
      for (const name of names) {
        const { mode } = statSync(join(directory, name));
        assert.equal(mode & 0o077, 0, `${name}: ${(mode & 0o777).toString(8)}`);
      }
    },
  );

  it('keeps what the holder wrote, for every reader', async () => {
    const lease = await held(state);
    lease.store.upsertTask('a', 'A');
    const before = await scratch.open().read();
    assert.equal(before.getTask('a')?.entropyCount, 0);
    lease.store.incrementEntropyCount('a');
    assert.equal((await state.read()).getTask('a')?.entropyCount, 1);
    assert.equal(before.getTask('a')?.entropyCount, 0);
    lease.release();
    const again = await held(scratch.open());
    assert.equal(again.store.getTask('a')?.entropyCount, 1);
    again.release();
  });

  it('opens the same file once, and lets old readers read on', async () => {
    const lease = await held(scratch.open());
    lease.store.upsertTask('a', 'A');
    const first = await state.read();
    assert.equal(await state.read(), first);
    lease.store.upsertTask('b', 'B');
    assert.notEqual(await state.read(), first);
    assert.deepEqual(
      first.listTasks().map((task) => task.id),
      ['a'],
    );
    lease.release();
  });

  it('is read from memory by its holder, whose readers read on after the release', async () => {
    const lease = await held(state);
    lease.store.upsertTask('a', 'A');
    const ours = await state.read();
    const file = readFileSync(scratch.database);
    writeFileSync(scratch.database, 'damaged');
    assert.equal((await state.read()).getTask('a')?.title, 'A');
    writeFileSync(scratch.database, file);
    lease.store.upsertTask('b', 'B');
    assert.equal(ours.listTasks().length, 2);
    lease.release();
    assert.equal(ours.listTasks().length, 2);
    assert.throws(() => lease.store.upsertTask('c', 'C'));
    assert.equal((await state.read()).listTasks().length, 2);
  });

  it('shows a former holder what the next one writes', async () => {
    const lease = await held(state);
    lease.store.upsertTask('a', 'A');
    lease.release();
    let shown = 0;
    const watching = state.onDidChange(() => {
      void state.read().then((reader) => (shown = reader.listTasks().length));
    });
    const next = await held(scratch.open());
    next.store.upsertTask('b', 'B');
    await until(() => shown === 2);
    next.release();
    watching.dispose();
  });

  it('tells its holder of a change before any file event, together with the change', async () => {
    const lease = await held(state);
    const counts: Promise<number>[] = [];
    const watching = state.onDidChange(() => {
      counts.push(state.read().then((reader) => reader.listTasks().length));
    });
    lease.store.upsertTask('a', 'A');
    lease.store.upsertTask('b', 'B');
    await new Promise(setImmediate);
    assert.deepEqual(await Promise.all(counts), [2]);
    watching.dispose();
    lease.release();
  });

  it('is refused to a second taker, in the same process too', async () => {
    const lease = await held(state);
    const attempt = await scratch.open().acquire();
    assert.equal(attempt.ok, false);
    assert.equal(attempt.holder.pid, process.pid);
    assert.equal(attempt.holder.who, 'terminal');
    assert.deepEqual(await state.holder(), attempt.holder);
    lease.release();
    lease.release();
    (await held(state)).release();
  });

  it('is refused, untouched, when a newer version wrote it', async () => {
    (await held(state)).release();
    const { assetsDir } = scratch.options;
    rmSync(join(assetsDir, 'migrations', readdirSync(join(assetsDir, 'migrations')).at(-1)!));
    await refused(/newer version of Devs/);
    await assert.rejects(scratch.open().read(), { name: 'StateError', message: /newer version/ });
  });

  it('is read in its older form without being changed, and brought up to date by a holder', async () => {
    const { assetsDir } = scratch.options;
    const [all, some] = [join(assetsDir, 'migrations'), join(assetsDir, 'all')];
    renameSync(all, some);
    mkdirSync(all);
    const names = readdirSync(some).sort();
    for (const name of names.slice(0, 4)) renameSync(join(some, name), join(all, name));
    (await held(state)).release();
    for (const name of names.slice(4)) renameSync(join(some, name), join(all, name));
    const before = readFileSync(scratch.database);
    assert.deepEqual((await scratch.open().read()).listEvents(1), []);
    assert.deepEqual(readFileSync(scratch.database), before);
    const lease = await held(scratch.open());
    assert.notDeepEqual(readFileSync(scratch.database), before);
    lease.release();
  });

  it('is not written by one who lost the lease', async () => {
    const lease = await held(state);
    lease.store.upsertTask('a', 'A');
    rmSync(join(scratch.options.directory, 'lease'), { recursive: true });
    assert.throws(() => lease.store.upsertTask('b', 'B'), {
      name: 'StateError',
      message: /no longer holds the workspace/,
    });
    assert.equal(lease.store.getTask('b'), undefined);
    assert.equal((await state.read()).listTasks().length, 1);
    lease.release();
  });

  it('refuses the state of another workspace, but moves with its own', async () => {
    (await held(state)).release();
    const other = join(scratch.root, 'other');
    mkdirSync(other);
    const mixedUp = openWorkspaceState({ ...scratch.options, workspaceDir: other });
    await assert.rejects(mixedUp.acquire(), {
      name: 'StateError',
      message: /belongs to the workspace .*workspace, not to .*other\. Give each/,
    });
    assert.equal(await state.holder(), undefined);
    rmSync(scratch.options.workspaceDir, { recursive: true });
    (await held(mixedUp)).release();
  });

  it('clears away what a killed holder left', async () => {
    (await held(state)).release();
    const leftovers = ['.4711-9.tmp', '.last-good.tmp'].map((end) => scratch.database + end);
    for (const leftover of leftovers) writeFileSync(leftover, 'half');
    (await held(state)).release();
    assert.deepEqual(leftovers.filter(existsSync), []);
  });

  it('says what is in the way of its folder: a link to nowhere, a file system that takes none', async () => {
    symlinkSync(join(scratch.root, 'nowhere'), join(scratch.root, 'state'));
    await assert.rejects(state.acquire(), {
      name: 'StateError',
      message: /Could not create the state folder .*a file is in the way.* mkdir '[^']*state'/,
    });
    if (process.platform !== 'linux') return;
    const directory = '/proc/devs/state';
    await assert.rejects(openWorkspaceState({ ...scratch.options, directory }).acquire(), {
      name: 'StateError',
      message: /Could not create the state folder .* mkdir '\/proc\/devs'/,
    });
  });

  it('says what to do when its folder cannot be made', async () => {
    writeFileSync(join(scratch.root, 'state'), 'a file');
    await assert.rejects(state.acquire(), {
      name: 'StateError',
      message: /Could not create the state folder .*a file is in the way/,
    });
  });

  // Permissions do not hold root back; the injected failures of the durable write do.
  const permissionsHold = process.platform !== 'win32' && process.getuid?.() !== 0;
  const itWherePermissionsHold = permissionsHold ? it : (): void => undefined;
  itWherePermissionsHold('says what to do when its folder is read-only', async () => {
    (await held(state)).release();
    chmodSync(join(scratch.options.directory, 'lease'), 0o500);
    await assert.rejects(state.acquire(), { name: 'StateError', message: /permission denied/ });
  });

  it('tells of changes from before its folder is there until it is disposed', async () => {
    let told = 0;
    const watching = scratch.open().onDidChange(() => (told += 1));
    const lease = await held(state);
    await until(() => told === 1);
    lease.store.upsertTask('a', 'A');
    const seen = told;
    await until(() => told > seen);
    lease.release();
    const before = told;
    await until(() => told > before);
    watching.dispose();
  });
});
