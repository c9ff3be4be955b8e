import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeOnSmallDisk, SmallDisk } from '../../support/smallDisk';
import { checkpointScene, type CheckpointScene } from './checkpointScene';

describeOnSmallDisk('checkpoints on a full disk', () => {
  let scene: CheckpointScene;
  let disk: string;
  let small: SmallDisk;
  beforeEach(() => {
    scene = checkpointScene();
    disk = join(scene.folder.path, '..', 'disk');
    small = new SmallDisk(disk, 'size=1m');
  });
  afterEach(() => {
    small.unmount();
    scene.folder.remove();
  });

  it('are refused with what to do, nothing half remains, and those before stay whole', async () => {
    const checkpoints = scene.another({ stateDir: join(disk, 'state') });
    scene.folder.write('a', 'one');
    const { id } = await checkpoints.record();
    const folder = join(disk, 'state', 'checkpoints');
    const before = readdirSync(folder);
    for (let number = 0; number < 20; number += 1)
      scene.folder.write(`noise${number}`, randomBytes(90_000));
    await assert.rejects(checkpoints.record(), {
      name: 'StateError',
      message: /Could not record a checkpoint in .*: the disk is full; free some space/,
    });
    assert.deepEqual(readdirSync(folder), before);
    assert.equal(Buffer.from((await checkpoints.content(id, 'a'))!).toString(), 'one');
    for (let number = 2; number < 20; number += 1)
      rmSync(join(scene.folder.path, `noise${number}`));
    const next = await checkpoints.record();
    assert.equal((await checkpoints.read(next.id)).files.size, 3);
  });

  it('can be pruned: what nothing needs is removed first', async () => {
    const checkpoints = scene.another({ stateDir: join(disk, 'state') });
    scene.folder.write('old', randomBytes(90_000));
    await checkpoints.record();
    rmSync(join(scene.folder.path, 'old'));
    scene.folder.write('a', randomBytes(90_000));
    const { id } = await checkpoints.record();
    const ballast = join(disk, 'ballast');
    assert.throws(() => writeFileSync(ballast, Buffer.alloc(2_000_000)), { code: 'ENOSPC' });
    assert.ok((await checkpoints.prune(new Set([id]), { dryRun: false })) > 80_000);
    assert.equal((await checkpoints.read(id)).files.size, 1);
    assert.ok(await checkpoints.content(id, 'a'));
  });

  it('can be pruned where only the needed part of one pack fits at a time', async () => {
    const checkpoints = scene.another({ stateDir: join(disk, 'state') });
    for (const name of ['a', 'b']) {
      for (let number = 0; number < 4; number += 1)
        scene.folder.write(`waste${number}`, randomBytes(40_000));
      scene.folder.write(name, randomBytes(20_000));
      await checkpoints.record();
    }
    for (let number = 0; number < 4; number += 1) rmSync(join(scene.folder.path, `waste${number}`));
    const { id } = await checkpoints.record();
    const ballast = join(disk, 'ballast');
    assert.throws(() => writeFileSync(ballast, Buffer.alloc(2_000_000)), { code: 'ENOSPC' });
    truncateSync(ballast, statSync(ballast).size - 28_000);
    assert.ok((await checkpoints.prune(new Set([id]), { dryRun: false })) > 300_000);
    assert.equal((await checkpoints.content(id, 'a'))?.length, 20_000);
    assert.equal((await checkpoints.content(id, 'b'))?.length, 20_000);
  });
});
