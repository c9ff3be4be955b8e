import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import {
  createCheckpoints,
  openCheckpointStore,
} from '../../../src/platform/checkpoints/createCheckpoints';
import { nodePackFs } from '../../../src/platform/checkpoints/packFs';
import type { Checkpoints, RecordedCheckpoint } from '../../../src/ports/checkpoints';

describe('the checkpoints of several folders in one store', () => {
  it('are recorded at once, and none clears away what another has begun', async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'devs-shared-')));
    try {
      const shared = openCheckpointStore(base);
      const others: Promise<RecordedCheckpoint>[] = [];
      // Others begin, and have time to clear up, before the first pack gets its name.
      const rename: typeof nodePackFs.rename = async (from, to) => {
        if (others.length === 0) others.push(...folders.slice(1).map((each) => each.record()));
        for (let tick = 0; tick < 200; tick += 1) await nextTick();
        await nodePackFs.rename(from, to);
      };
      const folders: readonly Checkpoints[] = ['a', 'b', 'c'].map((name) => {
        const workspaceDir = join(base, name);
        mkdirSync(workspaceDir);
        writeFileSync(join(workspaceDir, 'own.txt'), name);
        return createCheckpoints({
          ...{ workspaceDir, stateDir: base, environment: {}, maxFileBytes: 1_000 },
          ...{ shared, fs: { ...nodePackFs, rename } },
        });
      });
      const first = await folders[0]?.record();
      const recorded = [...(first === undefined ? [] : [first]), ...(await Promise.all(others))];
      assert.equal(recorded.length, 3);
      for (const [at, { id }] of recorded.entries()) {
        const content = await folders[0]?.content(id, 'own.txt');
        assert.equal(Buffer.from(content ?? []).toString(), 'abc'[at]);
      }
      const names = readdirSync(join(base, 'checkpoints'));
      assert.ok(names.every((name) => name.endsWith('.pack')));
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  });
});
