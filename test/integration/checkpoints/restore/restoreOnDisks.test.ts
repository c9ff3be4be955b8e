import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  openRestoreFs as onDisk,
  type RestoreFs,
} from '../../../../src/platform/checkpoints/restore/restoreFs';
import {
  asLooked,
  countedFs,
  restoreIn,
  scene,
  writeTree,
  type Scene,
} from '../../../unit/platform/checkpoints/restoreScene';
import { FROM, TO } from '../../../unit/platform/checkpoints/restoreTrees';
import { describeOnSmallDisk, SmallDisk } from '../../../support/smallDisk';
import { asOrdinaryUser } from '../../workspace/asOrdinaryUser';

describeOnSmallDisk('a restore on disks of all kinds', () => {
  let place: Scene;
  let mounted: { unmount(): void }[];
  beforeEach(() => {
    place = scene();
    mounted = [];
  });
  afterEach(() => {
    for (const each of mounted.reverse()) each.unmount();
    place.remove();
  });

  const disk = (path: string, options: string): string => {
    const small = new SmallDisk(join(place.work, path), options);
    mounted.push(small);
    return small.folder;
  };

  it('changes nothing where there is no space for it, and says so', async () => {
    const work = disk('full', 'size=1m');
    const big = 'x'.repeat(200_000);
    const from = { ...FROM, big: 'agent' };
    const to = { ...TO, big, 'new/big': `y${big}` };
    writeTree(work, from);
    const ballast = join(work, 'ballast');
    writeFileSync(ballast, Buffer.alloc(700_000));
    const before = place.look(work);
    await assert.rejects(restoreIn(work, { from, to, fs: onDisk(work) }), {
      name: 'StateError',
      message: /the disk is full; free some space/,
    });
    assert.deepEqual(place.look(work), before);
    rmSync(ballast);
    assert.deepEqual(await restoreIn(work, { from, to, fs: onDisk(work) }), { left: [] });
    assert.deepEqual(place.look(work), asLooked(to));
  });

  describe('that is full because of what is to go', () => {
    const big = 'x'.repeat(400_000);
    const from = { 'made/big': big, 'made/small': 'agent', here: 'agent' };
    const to = { here: 'old', 'back/old': `y${big.slice(0, 200_000)}` };

    function full(): string {
      const work = disk('full', 'size=1m');
      writeTree(work, from);
      fill(work);
      return work;
    }

    it('makes the space that it needs by deleting first', async () => {
      const work = full();
      assert.deepEqual(await restoreIn(work, { from, to, fs: onDisk(work) }), { left: [] });
      rmSync(join(work, 'ballast'));
      assert.deepEqual(place.look(work), asLooked(to));
    });

    it('changes nothing where deleting would not make enough', async () => {
      const work = full();
      const more = { ...to, 'back/more': 'z'.repeat(300_000) };
      const before = place.look(work);
      const renames: string[] = [];
      const watched = {
        ...onDisk(work),
        rename: (source: Buffer) => void renames.push(source.toString()),
      };
      await assert.rejects(restoreIn(work, { from, to: more, fs: watched }), {
        name: 'StateError',
        message: /the disk is full; free some space/,
      });
      assert.deepEqual(renames, []);
      assert.deepEqual(place.look(work), before);
    });

    it('brings back what it deleted where that was of no use', async () => {
      const work = full();
      const before = place.look(work);
      // Somebody else takes the space at once.
      const meddling = {
        ...onDisk(work),
        unlink: (path: Buffer) => {
          onDisk(work).unlink(path);
          if (/old-\d+$/.test(path.toString())) stolen = true;
        },
        create: (path: Buffer) => {
          if (stolen && path.toString().endsWith('new-3')) {
            throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
          }
          return onDisk(work).create(path);
        },
      };
      let stolen = false;
      await assert.rejects(restoreIn(work, { from, to, fs: meddling }), {
        name: 'StateError',
        message: /the disk is full; free some space/,
      });
      assert.ok(stolen);
      assert.deepEqual(place.look(work), before);
    });

    it('is finished by the next one, wherever it was killed', async () => {
      const work = full();
      rmSync(join(work, 'ballast'));
      for (let n = 1, wasKilled = true; wasKilled; n += 1) {
        for (const name of readdirSync(work))
          rmSync(join(work, name), { recursive: true, force: true });
        writeTree(work, from);
        fill(work);
        wasKilled = false;
        const dying = countedFs(work, (count) => {
          if (count < n) return;
          wasKilled = true;
          throw new Error('killed');
        });
        // The system closes the files of a killed process.
        const killed = { ...dying, close: (fd: number) => onDisk(work).close(fd) };
        await restoreIn(work, { from, to, fs: killed }).catch(() => undefined);
        assert.deepEqual(await restoreIn(work, { from, to }), { left: [] }, `at operation ${n}`);
        rmSync(join(work, 'ballast'));
        assert.deepEqual(place.look(work), asLooked(to), `at operation ${n}`);
      }
    });
  });

  it('needs no space once the first path changed', async () => {
    const work = disk('full', 'size=1m');
    writeTree(work, FROM);
    let fills = 0;
    const filling = {
      ...onDisk(work),
      rename: (source: Buffer, target: Buffer) => {
        if (fills === 0) fills = fill(work);
        onDisk(work).rename(source, target);
      },
    };
    assert.deepEqual(await restoreIn(work, { from: FROM, to: TO, fs: filling }), { left: [] });
    assert.ok(fills > 0);
    rmSync(join(work, 'ballast'));
    assert.deepEqual(place.look(work), asLooked(TO));
  });

  it('works where a part of the workspace is another disk, and leaves no trace there', async () => {
    disk('other', 'size=1m');
    const from = { 'other/a/b': 'agent', 'other/c': 'agent', here: 'agent', 'other/d/e': '1' };
    const to = { 'other/a': 'file', 'other/c': 'old', here: 'old', 'other/n/e/w': 'back' };
    place.write(from);
    assert.deepEqual(await place.restore({ from, to, fs: onDisk(place.work) }), {
      left: [],
    });
    assert.deepEqual(place.look(), asLooked(to));
    assert.deepEqual(await place.restore({ from: to, to: from, fs: onDisk(place.work) }), {
      left: [],
    });
    assert.deepEqual(place.look(), asLooked(from));
  });

  it('never removes a mount point', async () => {
    disk('other', 'size=1m');
    place.write({ 'other/a': 'agent' });
    assert.deepEqual(
      await place.restore({ from: { 'other/a': 'agent' }, to: {}, fs: onDisk(place.work) }),
      {
        left: [],
      },
    );
    assert.deepEqual(place.look(), { other: 'folder' });
  });

  it('changes nothing where one of the disks is read-only', async () => {
    const other = disk('other', 'size=1m');
    const from = { 'other/a': 'agent', here: 'agent' };
    place.write(from);
    execFileSync('mount', ['-o', 'remount,ro', other]);
    await assert.rejects(
      place.restore({ from, to: { 'other/a': 'old', here: 'old' }, fs: onDisk(place.work) }),
      {
        name: 'StateError',
        message: /read-only/,
      },
    );
    assert.deepEqual(place.look(), asLooked(from));
  });

  it('changes nothing where the same disk is mounted twice, so that renaming is refused', async () => {
    const from = { 'bound/a': 'agent', here: 'agent' };
    place.write(from);
    const bound = join(place.work, 'bound');
    execFileSync('mount', ['--bind', bound, bound]);
    mounted.push({ unmount: () => execFileSync('umount', [bound]) });
    await assert.rejects(place.restore({ from, to: { here: 'old' }, fs: onDisk(place.work) }), {
      name: 'StateError',
    });
    assert.deepEqual(place.look(), asLooked(from));
  });
});

function fill(work: string): number {
  let size = 0;
  try {
    for (;;) {
      writeFileSync(join(work, 'ballast'), Buffer.alloc(4096), { flag: 'a' });
      size += 4096;
    }
  } catch {
    return size;
  }
}

/** The system's own check asks about the user who started the tests, which may be root. */
function mayWrite(folder: Buffer): void {
  if ((statSync(folder).mode & 0o200) !== 0) return;
  throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
}

describe('a restore in folders that may not be written', () => {
  let place: Scene;
  beforeEach(() => {
    place = scene();
    chmodSync(place.work, 0o777);
  });
  afterEach(() => {
    place.remove();
  });

  for (const [what, from, to] of [
    ['to delete', { 'locked/a': '1', b: '1' }, {}],
    ['to replace', { 'locked/a': '1', b: '1' }, { 'locked/a': '2', b: '2' }],
    ['to make', { b: '1' }, { 'locked/new/x': '2', b: '2' }],
    ['to empty', { 'locked/sub/a': '1', b: '1' }, {}],
  ] as const) {
    const refused = async (asked: Partial<RestoreFs>, message: RegExp): Promise<void> => {
      await asOrdinaryUser(async () => {
        place.write(from);
        mkdirSync(join(place.work, 'locked'), { recursive: true });
        chmodSync(join(place.work, 'locked'), 0o555);
        const before = place.look();
        const restore = place.restore({ from, to, fs: { ...onDisk(place.work), ...asked } });
        await assert.rejects(restore, { name: 'StateError', message });
        assert.deepEqual(place.look(), before);
        assert.equal(statSync(join(place.work, 'locked')).mode & 0o777, 0o555);
      });
    };

    it(`refuses before it changes anything: ${what}`, async function () {
      if (process.platform === 'win32') return;
      const renames: string[] = [];
      const watched = {
        checkWritable: mayWrite,
        rename: (source: Buffer) => void renames.push(source.toString()),
      };
      await refused(watched, /Could not change files in locked: permission denied/);
      assert.deepEqual(renames, []);
    });

    it(`takes everything back where that shows too late: ${what}`, async function () {
      if (process.platform === 'win32') return;
      await refused({ checkWritable: () => undefined }, /permission denied/);
    });
  }

  it('leaves alone what it may not look at', async () => {
    await asOrdinaryUser(async () => {
      place.write({ secret: { text: 'x', mode: 0 }, 'hidden/a': '1', b: '1' });
      chmodSync(join(place.work, 'hidden'), 0);
      const from = { secret: 'x', 'hidden/a': '1', b: '1' };
      const { left } = await place.restore({ from, to: {}, fs: onDisk(place.work) });
      assert.deepEqual(
        left.map(({ path }) => path),
        ['secret', 'hidden/a'],
      );
      chmodSync(join(place.work, 'hidden'), 0o755);
    });
    assert.deepEqual(place.look(), asLooked({ secret: { text: 'x', mode: 0 }, 'hidden/a': '1' }));
  });
});
