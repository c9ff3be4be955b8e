import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { scaled } from '../../support/scale';
import { checkpointScene, type CheckpointScene } from './checkpointScene';
import type { LargeFiles } from './support/largeFiles';

const MB = 1_000_000;
const FILES = scaled(3, 9);
const BYTES = 50 * MB;

describe('files of 50 MB in the workspace', function () {
  this.timeout(300_000);
  let scene: CheckpointScene;
  beforeEach(() => (scene = checkpointScene()));
  afterEach(() => scene.folder.remove());

  /** A process of its own records, edits and restores them: its memory can be measured. */
  async function recorded(maxFileBytes: number): Promise<LargeFiles> {
    const options = JSON.stringify({ ...scene.options, maxFileBytes });
    const child = fork(
      join(__dirname, 'support/largeFiles.ts'),
      [options, String(FILES), String(BYTES)],
      { execArgv: ['--import', 'tsx'] },
    );
    const [found] = (await once(child, 'message')) as [LargeFiles];
    await once(child, 'exit');
    return found;
  }

  it('above the limit are named, not kept, left as they are, and never in memory', async () => {
    const found = await recorded(25 * MB);
    assert.deepEqual(
      found.notes,
      Array.from(
        { length: FILES },
        (_, index) => `large-${index}.bin (50 MB) is larger than 25 MB: its content is not kept.`,
      ),
    );
    assert.ok(found.added < 10_000, `${found.added} bytes`);
    assert.equal(found.left.length, FILES);
    assert.deepEqual([found.restored, found.redone], [0, FILES]);
    assert.ok(found.memory < BYTES / 2, `${found.memory} bytes of memory`);
  });

  it('below the limit come back and go again, with no more than a few in memory at once', async () => {
    const found = await recorded(60 * MB);
    assert.deepEqual([found.notes, found.left], [[], []]);
    assert.deepEqual([found.restored, found.redone], [FILES, FILES]);
    assert.ok(found.added > (BYTES * FILES) / 2, `${found.added} bytes`);
    assert.ok(found.memory < 6 * BYTES, `${found.memory} bytes of memory`);
  });
});
