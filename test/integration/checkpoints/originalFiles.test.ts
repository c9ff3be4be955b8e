import assert from 'node:assert/strict';
import { existsSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  recoverOriginalFiles,
  withOriginalFiles,
} from '../../../src/engine/verification/originalFiles';
import type { OriginalFiles } from '../../../src/model/baseline/originalFiles';
import type { Store } from '../../../src/ports/store';
import { createMemoryStore } from '../../support/memoryStore';
import { checkpointScene, type CheckpointScene } from './checkpointScene';

const PATHS = ['test/cart.test.js', 'test/gone.test.js'];

const alone = (files: OriginalFiles, written: readonly string[] = []) => ({
  ...{ groups: [files], written: new Set(written) },
});

describe('original test files in place of edited ones', () => {
  let scene: CheckpointScene;
  let store: Store;
  let files: OriginalFiles;

  beforeEach(async () => {
    scene = checkpointScene();
    scene.folder.git(['init', '-q']);
    store = await createMemoryStore();
    scene.folder.write('test/cart.test.js', 'original');
    scene.folder.write('test/gone.test.js', 'deleted by the agent');
    const { id: to } = await scene.checkpoints.record();
    scene.folder.write('test/cart.test.js', 'edited');
    rmSync(at('test/gone.test.js'));
    const { id: from } = await scene.checkpoints.record();
    files = { turnId: 'turn-1', taskId: 'fix', from, to, paths: PATHS };
  });
  afterEach(() => scene.folder.remove());

  const at = (path: string): string => join(scene.folder.path, path);
  const text = (path: string): string | undefined =>
    existsSync(at(path)) ? readFileSync(at(path), 'utf8') : undefined;
  const tools = () => ({ store, checkpoints: scene.checkpoints });
  const contents = () => PATHS.map(text);
  const EDITED = ['edited', undefined];
  const ORIGINAL = ['original', 'deleted by the agent'];

  it('are there during the work, and the edited ones afterwards', async () => {
    const { result, left } = await withOriginalFiles(tools(), alone(files), () =>
      Promise.resolve(contents()),
    );
    assert.deepEqual(result, ORIGINAL);
    assert.deepEqual(left, []);
    assert.deepEqual(contents(), EDITED);
    assert.deepEqual(store.listOriginalFiles(), []);
  });

  it('may be from several checkpoints', async () => {
    scene.folder.write('test/cart.test.js', 'accepted');
    const { id: to } = await scene.checkpoints.record();
    scene.folder.write('test/cart.test.js', 'edited');
    const [cart = '', gone = ''] = PATHS;
    const groups = [
      { ...files, paths: [gone] },
      { ...files, turnId: 'turn-1-1', to, paths: [cart] },
    ];
    const { result } = await withOriginalFiles(tools(), { groups, written: new Set() }, () =>
      Promise.resolve(contents()),
    );
    assert.deepEqual(result, ['accepted', 'deleted by the agent']);
    assert.deepEqual(contents(), EDITED);
    assert.deepEqual(store.listOriginalFiles(), []);
  });

  it('are named where something else is in their place, which stays', async () => {
    rmSync(at('test'), { recursive: true });
    scene.folder.write('checks/cart.test.js', 'edited');
    symlinkSync('checks', at('test'));
    const { id: from } = await scene.checkpoints.record();
    const { left } = await withOriginalFiles(tools(), alone({ ...files, from }), () =>
      Promise.resolve(),
    );
    assert.deepEqual([...left].sort(), PATHS);
    assert.equal(readlinkSync(at('test')), 'checks');
    assert.equal(text('checks/cart.test.js'), 'edited');
  });

  it('give way also when the work fails, and when it rewrote them', async () => {
    await assert.rejects(
      withOriginalFiles(tools(), alone(files, PATHS), () => {
        scene.folder.write('test/cart.test.js', 'rewritten by the runner');
        scene.folder.write('test/gone.test.js', 'as well');
        return Promise.reject(new Error('it failed'));
      }),
      /it failed/,
    );
    assert.deepEqual(contents(), EDITED);
    assert.deepEqual(store.listOriginalFiles(), []);
  });

  for (const [when, restored] of [
    ['before the first file changed', []],
    ['between two files', PATHS.slice(0, 1)],
    ['while they were in place', PATHS],
  ] as const)
    it(`give way after a kill ${when}`, async () => {
      store.putOriginalFiles(files);
      const { from, to } = files;
      if (restored.length > 0)
        await scene.checkpoints.restore({ id: 'turn-1-originals', from, to, paths: restored });
      const tools = { store, checkpoints: scene.another() };
      const message = await recoverOriginalFiles(tools, files);
      assert.deepEqual(contents(), EDITED);
      assert.deepEqual(store.listOriginalFiles(), []);
      assert.equal(
        message,
        "Devs restored the agent's changes to the tests of fix. Devs was killed while it verified the work with the earlier versions of these tests.",
      );
    });

  it('are named where code rewrote them', async () => {
    const { left } = await withOriginalFiles(tools(), alone(files), () => {
      scene.folder.write('test/cart.test.js', 'edited');
      return Promise.resolve();
    });
    assert.deepEqual(left, ['test/cart.test.js']);
    assert.deepEqual(contents(), EDITED);
  });

  it('give way to what the user wrote meanwhile', async () => {
    await withOriginalFiles(tools(), alone(files), () => {
      scene.folder.write('test/cart.test.js', 'by the user');
      return Promise.resolve();
    });
    assert.deepEqual(contents(), ['by the user', undefined]);
    assert.deepEqual(store.listOriginalFiles(), []);
  });

  it('give way after a kill while they were brought back, also what the runner rewrote', async () => {
    const { from, to, paths } = files;
    await scene.checkpoints.restore({ id: 'turn-1-originals', from, to, paths });
    scene.folder.write('test/cart.test.js', 'rewritten by the runner');
    const { id: now } = await scene.checkpoints.record(paths);
    const cutOff = { ...files, now };
    store.putOriginalFiles(cutOff);
    const gone = paths.slice(1);
    await scene.checkpoints.restore({ id: 'turn-1-edited', from: now, to: from, paths: gone });
    await recoverOriginalFiles({ store, checkpoints: scene.another() }, cutOff);
    assert.deepEqual(contents(), EDITED);
  });

  it('stay, with their names, where the record of the edited ones is lost', async () => {
    const lost = { ...files, from: '0'.repeat(64) };
    store.putOriginalFiles(lost);
    const message = await recoverOriginalFiles(tools(), lost);
    assert.deepEqual(contents(), EDITED);
    assert.deepEqual(store.listOriginalFiles(), []);
    assert.match(
      message,
      /^Devs could not restore the agent's changes to the tests of fix \(test\/cart\.test\.js, test\/gone\.test\.js\): /,
    );
  });

  it('leave an edit of the user since the kill alone, and say so', async () => {
    store.putOriginalFiles(files);
    const { from, to, paths } = files;
    await scene.checkpoints.restore({ id: 'turn-1-originals', from, to, paths });
    scene.folder.write('test/cart.test.js', 'by the user');
    const message = await recoverOriginalFiles(tools(), files);
    assert.deepEqual(contents(), ['by the user', undefined]);
    assert.match(message, / test\/cart\.test\.js was left as it is: /);
  });
});
