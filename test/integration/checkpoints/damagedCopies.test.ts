import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkpointScene, type CheckpointScene } from './checkpointScene';

/** Content that cannot be compressed away. */
const noise = (seed: number): string =>
  createHash('shake256', { outputLength: 300 }).update(String(seed)).digest('base64');

const COPIES = { first: '0-copy.pack', second: 'z-copy.pack' } as const;

for (const damaged of ['first', 'second'] as const) {
  describe(`of two copies of a pack of which the ${damaged} is damaged, the other one`, () => {
    let scene: CheckpointScene;
    let id: string;
    beforeEach(async () => {
      scene = checkpointScene();
      // With the two copies so many packs that recording one more merges them.
      for (let turn = 1; turn < 15; turn += 1) await recordWith(noise(turn));
      const before = packs();
      id = await recordWith(noise(0));
      const newest = packs().find((name) => !before.includes(name)) ?? '';
      const whole = readFileSync(join(scene.store, newest));
      rmSync(join(scene.store, newest));
      const broken = Buffer.from(whole);
      // The first object is the content of `a`.
      broken[100]! ^= 1;
      for (const [which, name] of Object.entries(COPIES))
        writeFileSync(join(scene.store, name), which === damaged ? broken : whole);
    });
    afterEach(() => scene.folder.remove());

    const packs = (): readonly string[] => readdirSync(scene.store);
    const recordWith = async (content: string): Promise<string> => {
      scene.folder.write('a', content);
      return (await scene.another().record()).id;
    };
    const contentWithoutDamaged = async (): Promise<string> => {
      rmSync(join(scene.store, COPIES[damaged]), { force: true });
      return Buffer.from((await scene.another().content(id, 'a'))!).toString();
    };

    it('is read', async () => {
      assert.deepEqual(await scene.contents(id), { a: noise(0) });
    });

    it('stays when pruning, which frees what it promised', async () => {
      const size = (): number =>
        packs().reduce((sum, name) => sum + statSync(join(scene.store, name)).size, 0);
      const [before, keep] = [size(), new Set([id])];
      const promised = await scene.another().prune(keep, { dryRun: true });
      await scene.another().prune(keep, { dryRun: false });
      assert.equal(before - size(), promised);
      assert.equal(await contentWithoutDamaged(), noise(0));
    });

    it('stays or goes along when packs are merged', async () => {
      await recordWith(noise(20));
      assert.ok(packs().length < 5, packs().join());
      assert.equal(await contentWithoutDamaged(), noise(0));
    });
  });
}
