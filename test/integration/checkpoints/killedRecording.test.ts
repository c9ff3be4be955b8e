import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkpointScene, type CheckpointScene } from './checkpointScene';
import type { Acknowledged } from './support/recorder';

const KILLS = 6;

describe('recording that is killed', () => {
  let scene: CheckpointScene;
  beforeEach(() => (scene = checkpointScene()));
  afterEach(() => scene.folder.remove());

  /** Runs the recorder until some time after it has acknowledged two checkpoints; the last two. */
  async function killedAfter(milliseconds: number, keep: string): Promise<readonly Acknowledged[]> {
    const recorder = join(__dirname, 'support/recorder.ts');
    const child = fork(recorder, [JSON.stringify(scene.options), keep], {
      execArgv: ['--import', 'tsx'],
    });
    const acknowledged: Acknowledged[] = [];
    child.on('message', (message) => acknowledged.push(message as Acknowledged));
    const ended = once(child, 'exit');
    while (acknowledged.length < 2 && child.exitCode === null)
      await Promise.race([once(child, 'message'), ended]);
    await delay(milliseconds);
    child.kill('SIGKILL');
    await ended;
    return acknowledged.slice(-2);
  }

  it('leaves every acknowledged checkpoint, and a store that can be used', async () => {
    scene.folder.write('kept', 'from the beginning');
    const kept = (await scene.checkpoints.record()).id;
    let checked = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const acknowledged = await killedAfter((kill * 37) % 150, kept);
      assert.equal(acknowledged.length, 2);
      const reader = scene.another();
      for (const { id, number } of acknowledged) {
        const content = await reader.content(id, 'number.txt');
        assert.equal(Buffer.from(content!).toString(), String(number));
        for (const path of (await reader.read(id)).files.keys()) {
          assert.ok(await reader.content(id, path), path);
          checked += 1;
        }
      }
      assert.equal(
        Buffer.from((await reader.content(kept, 'kept'))!).toString(),
        'from the beginning',
      );
    }
    assert.ok(checked >= KILLS * 40);
    const { id } = await scene.another().record();
    assert.equal((await scene.checkpoints.read(id)).files.size, 22);
    assert.ok(!readdirSync(scene.store).some((name) => name.endsWith('.tmp')));
  }).timeout(60_000);
});
