import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodePackFs, type PackFs } from '../../../src/platform/checkpoints/packFs';
import { checkpointScene, type CheckpointScene } from './checkpointScene';

describe('the store of checkpoints', () => {
  let scene: CheckpointScene;
  beforeEach(() => (scene = checkpointScene()));
  afterEach(() => scene.folder.remove());

  const packs = (): readonly string[] =>
    existsSync(scene.store) ? readdirSync(scene.store).sort() : [];
  const bytesOnDisk = (): number =>
    packs().reduce((sum, name) => sum + statSync(join(scene.store, name)).size, 0);
  /** Content that cannot be compressed away. */
  const noise = (seed: number, length = 20_000): string => {
    let text = '';
    for (let state = seed + 1; text.length < length; state = (state * 48_271) % 2_147_483_647)
      text += state.toString(36);
    return text;
  };
  /** Records with this content of `a`; the id. */
  const recordWith = async (content: string): Promise<string> => {
    scene.folder.write('a', content);
    return (await scene.checkpoints.record()).id;
  };

  it('tells its size, and nothing where there is none', async () => {
    assert.equal(await scene.checkpoints.usage(), 0);
    assert.equal(await scene.checkpoints.prune(new Set(), { dryRun: false }), 0);
    const { addedBytes } = await scene.checkpoints.record();
    assert.equal(await scene.checkpoints.usage(), addedBytes);
    assert.equal(bytesOnDisk(), addedBytes);
  });

  it('does not let orphan objects fill the disk: pruning really frees it', async () => {
    const ids: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) ids.push(await recordWith(noise(turn)));
    const before = bytesOnDisk();
    const keep = new Set([ids[2]!, ids[5]!]);
    const promised = await scene.checkpoints.prune(keep, { dryRun: true });
    assert.equal(bytesOnDisk(), before);
    assert.equal(await scene.checkpoints.prune(keep, { dryRun: false }), promised);
    assert.equal(bytesOnDisk(), before - promised);
    assert.ok(promised > before / 2, `${promised} of ${before}`);
    assert.deepEqual(await scene.contents(ids[2]!), { a: noise(2) });
    assert.deepEqual(await scene.contents(ids[5]!), { a: noise(5) });
    await assert.rejects(scene.checkpoints.read(ids[0]!), { name: 'StateError' });
    assert.ok((await scene.checkpoints.prune(new Set(), { dryRun: false })) > 0);
    assert.equal(bytesOnDisk(), 0);
  });

  it('keeps of a checkpoint only the list of files where no more is asked for', async () => {
    const ids: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) ids.push(await recordWith(noise(turn)));
    const [first = '', second = '', third = ''] = ids;
    const listed = (await scene.checkpoints.read(second)).files;
    const keep = new Set([first, third]);
    const options = { dryRun: false, lists: new Set([second, third]) };
    assert.ok((await scene.checkpoints.prune(keep, options)) > 10_000);
    assert.deepEqual((await scene.another().read(second)).files, listed);
    await assert.rejects(scene.checkpoints.content(second, 'a'), { name: 'StateError' });
    assert.deepEqual(await scene.contents(third), { a: noise(2) });
    assert.equal(await recordWith(noise(1)), second);
    assert.deepEqual(await scene.contents(second), { a: noise(1) });
  });

  it('rewrites a pack of which only a part is needed', async () => {
    for (let number = 0; number < 10; number += 1) scene.folder.write(`f${number}`, noise(number));
    await scene.checkpoints.record();
    for (let number = 1; number < 10; number += 1) rmSync(join(scene.folder.path, `f${number}`));
    const { id } = await scene.checkpoints.record();
    const before = bytesOnDisk();
    const freed = await scene.checkpoints.prune(new Set([id]), { dryRun: false });
    assert.ok(freed > before * 0.8);
    assert.equal(bytesOnDisk(), before - freed);
    assert.deepEqual(await scene.contents(id), { f0: noise(0) });
    assert.deepEqual(Object.keys(await scene.contents((await scene.another().record()).id)), [
      'f0',
    ]);
  });

  it('keeps the number of packs small, and every checkpoint readable', async () => {
    const ids: string[] = [];
    for (let turn = 0; turn < 60; turn += 1) ids.push(await recordWith(`turn ${turn}`));
    assert.ok(packs().length < 40, String(packs().length));
    const reader = scene.another();
    for (const [turn, id] of ids.entries())
      assert.equal(Buffer.from((await reader.content(id, 'a'))!).toString(), `turn ${turn}`);
  });

  it('is readable by others at every moment of recording and pruning', async () => {
    // What is kept shares a pack with what is not, so that it has to move.
    for (let number = 0; number < 5; number += 1)
      scene.folder.write(`f${number}`, noise(number + 50));
    await recordWith(noise(1));
    for (let number = 0; number < 5; number += 1) rmSync(join(scene.folder.path, `f${number}`));
    const kept = await recordWith(noise(1));
    const fresh = scene.another();
    assert.equal((await fresh.read(kept)).files.size, 1);
    for (let turn = 0; turn < 30; turn += 1) {
      const id = await recordWith(noise(turn + 2, 500));
      if (turn % 5 === 0) await scene.checkpoints.prune(new Set([kept, id]), { dryRun: false });
      // It has not looked at the folder since: its packs may all be gone.
      assert.equal(Buffer.from((await fresh.content(kept, 'a'))!).toString(), noise(1));
      if (turn % 10 === 9) assert.equal((await fresh.read(id)).files.size, 1);
    }
  });

  it('removes what killed writers left', async () => {
    await recordWith('one');
    writeFileSync(join(scene.store, 'killed.pack.tmp'), 'half');
    await recordWith('two');
    assert.ok(!packs().some((name) => name.endsWith('.tmp')));
    writeFileSync(join(scene.store, 'killed.pack.tmp'), 'half');
    await scene.checkpoints.prune(new Set(), { dryRun: false });
    assert.deepEqual(packs(), []);
  });

  it('names the checkpoint that is gone or was never there', async () => {
    const gone = '0'.repeat(64);
    await assert.rejects(scene.checkpoints.read(gone), {
      name: 'StateError',
      message: new RegExp(`^The checkpoint ${gone} is missing or damaged`),
    });
    await assert.rejects(scene.checkpoints.read('../x'), {
      name: 'StateError',
      message: 'There is no checkpoint "../x".',
    });
  });

  it('tells which checkpoints are lost with a pack that is gone, and that the others are whole', async () => {
    scene.folder.write('dir/b', 'as it was');
    const first = await recordWith('one');
    const [old] = packs();
    const second = await recordWith('two');
    scene.folder.write('dir/b', 'changed');
    const third = await recordWith('three');
    const all = [first, second, third];
    assert.deepEqual(await scene.checkpoints.findLost(all), new Set());
    rmSync(join(scene.store, old ?? ''));
    // The second one shares its folder with the first; the third is whole.
    assert.deepEqual(await scene.another().findLost(all), new Set([first, second]));
    assert.deepEqual(await scene.another().findLost([third]), new Set());
    // One that has read all of it before looks again.
    assert.deepEqual(await scene.checkpoints.findLost(all), new Set([first, second]));
  });

  it('never gives wrong bytes: any flipped bit is a StateError that names what is lost', async () => {
    scene.folder.write('dir/b', noise(2, 300));
    const id = await recordWith(noise(1, 300));
    const [name = ''] = packs();
    const whole = readFileSync(join(scene.store, name));
    const expected = await scene.contents(id);
    let failures = 0;
    for (let offset = 0; offset < whole.length; offset += 3) {
      const damaged = Buffer.from(whole);
      damaged[offset]! ^= 1 << (offset % 8);
      writeFileSync(join(scene.store, name), damaged);
      const reader = scene.another();
      for (const path of ['a', 'dir/b']) {
        try {
          const content = await reader.content(id, path);
          assert.equal(Buffer.from(content!).toString(), expected[path]);
        } catch (error) {
          failures += 1;
          assert.equal((error as Error).name, 'StateError', String(error));
          assert.ok((error as Error).message.includes(id));
        }
      }
    }
    assert.ok(failures > whole.length / 6);
    for (const length of [0, 1, 8, 60, whole.length - 1]) {
      writeFileSync(join(scene.store, name), whole.subarray(0, length));
      await assert.rejects(scene.another().read(id), { name: 'StateError' });
    }
  });

  it('names the file whose content is damaged, and goes on with the others', async () => {
    scene.folder.write('b', 'short');
    const id = await recordWith(noise(1, 5_000));
    const [name = ''] = packs();
    const pack = readFileSync(join(scene.store, name));
    // The first object is the content of `a`.
    pack[100]! ^= 1;
    writeFileSync(join(scene.store, name), pack);
    const reader = scene.another();
    await assert.rejects(reader.content(id, 'a'), {
      name: 'StateError',
      message: new RegExp(`The checkpoint ${id} is damaged: the content of a is lost`),
    });
    assert.equal(Buffer.from((await reader.content(id, 'b'))!).toString(), 'short');
  });

  it('keeps what a damaged pack held anew, and does not take the damage along', async () => {
    const id = await recordWith('one');
    const [name = ''] = packs();
    writeFileSync(join(scene.store, name), 'damaged');
    const other = scene.another();
    assert.equal((await other.record()).id, id);
    assert.equal(Buffer.from((await scene.another().content(id, 'a'))!).toString(), 'one');
    await other.prune(new Set([id]), { dryRun: false });
    assert.ok(!packs().includes(name));
    assert.equal(Buffer.from((await scene.another().content(id, 'a'))!).toString(), 'one');
  });

  it('keeps anew what another writer took away while it recorded', async () => {
    const id = await recordWith('one');
    scene.folder.write('b', 'two');
    let isFirst = true;
    const fs: PackFs = {
      ...nodePackFs,
      rename: async (from, to) => {
        for (const name of packs())
          if (isFirst && name.endsWith('.pack')) rmSync(join(scene.store, name));
        isFirst = false;
        await nodePackFs.rename(from, to);
      },
    };
    const second = (await scene.another({ fs }).record()).id;
    assert.notEqual(second, id);
    assert.deepEqual(await scene.contents(second), { a: 'one', b: 'two' });
  });

  it('says so when another writer takes away what it relies on again and again', async () => {
    let turn = 0;
    const fs: PackFs = {
      ...nodePackFs,
      rename: async (from, to) => {
        for (const name of packs()) if (name.endsWith('.pack')) rmSync(join(scene.store, name));
        // Else there would be nothing to write the next time.
        scene.folder.write('b', `turn ${(turn += 1)}`);
        await nodePackFs.rename(from, to);
      },
    };
    await recordWith('one');
    scene.folder.write('b', 'new');
    await assert.rejects(scene.another({ fs }).record(), {
      name: 'StateError',
      message: /checkpoint could not be stored: .* was removed repeatedly/,
    });
    assert.equal(turn, 3);
  });

  describe('where the disk fails', () => {
    const failure = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    const fail = (): Promise<never> => Promise.reject(failure);
    /** File systems that fail at one step each. */
    const failing: Readonly<Record<string, PackFs>> = {
      create: { ...nodePackFs, create: fail },
      rename: { ...nodePackFs, rename: fail },
      write: {
        ...nodePackFs,
        create: async (path) => ({ ...(await nodePackFs.create(path)), write: fail }),
      },
      sync: {
        ...nodePackFs,
        create: async (path) => ({ ...(await nodePackFs.create(path)), sync: fail }),
      },
    };
    for (const [step, fs] of Object.entries(failing)) {
      it(`at ${step}, nothing half is left and the checkpoints before are whole`, async () => {
        const id = await recordWith('one');
        const before = packs();
        scene.folder.write('a', noise(1, 90_000));
        for (let number = 0; number < 15; number += 1)
          scene.folder.write(`b${number}`, noise(number + 2, 90_000));
        await assert.rejects(scene.another({ fs }).record(), {
          name: 'StateError',
          message:
            /Could not record a checkpoint in .*checkpoints: the disk is full; free some space/,
        });
        assert.deepEqual(packs(), before);
        assert.deepEqual(await scene.contents(id), { a: 'one' });
        assert.equal(
          (await scene.checkpoints.read((await scene.checkpoints.record()).id)).files.size,
          16,
        );
      });

      it(`at ${step}, pruning takes nothing away that is needed`, async () => {
        for (let number = 0; number < 10; number += 1)
          scene.folder.write(`f${number}`, noise(number));
        await scene.checkpoints.record();
        for (let number = 1; number < 10; number += 1)
          rmSync(join(scene.folder.path, `f${number}`));
        const { id } = await scene.checkpoints.record();
        const before = packs();
        await assert.rejects(scene.another({ fs }).prune(new Set([id]), { dryRun: false }), {
          name: 'StateError',
        });
        assert.deepEqual(packs(), before);
        assert.deepEqual(await scene.contents(id), { f0: noise(0) });
      });
    }
  });
});
