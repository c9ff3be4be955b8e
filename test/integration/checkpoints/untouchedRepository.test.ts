import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUnknownIn } from '../../../src/model/workspace/checkpoint';
import { checkpointScene, everythingIn, type CheckpointScene } from './checkpointScene';

describe("the user's repository while checkpoints are made", () => {
  let scene: CheckpointScene;
  beforeEach(() => {
    scene = checkpointScene();
    scene.folder.git(['init', '-q', '-b', 'main']);
  });
  afterEach(() => scene.folder.remove());
  const at = (path: string): string => join(scene.folder.path, path);

  /** Something staged, stashed, committed, edited, untracked and ignored. */
  const busyRepository = (): void => {
    scene.folder.write('.gitignore', 'ignored\n');
    scene.folder.write('ignored', 'mine');
    scene.folder.write('committed', 'one');
    scene.folder.git(['add', '.']);
    scene.folder.git(['commit', '-qm', 'one']);
    scene.folder.write('committed', 'to be stashed');
    scene.folder.git(['stash', '-q']);
    scene.folder.write('staged', 'staged');
    scene.folder.git(['add', 'staged']);
    scene.folder.write('staged', 'edited after staging');
    scene.folder.write('untracked', 'untracked');
  };

  /** Every hook and monitor there is, each of which would leave a trace. */
  const setTraps = (): void => {
    const trap = `#!/bin/sh\ntouch "${at('../sprung')}"\n`;
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'post-checkout', 'pre-commit'])
      writeFileSync(at(`.git/hooks/${hook}`), trap, { mode: 0o755 });
    scene.folder.git(['config', 'core.fsmonitor', at('.git/hooks/fsmonitor-watchman')]);
    scene.folder.git(['config', 'filter.trap.clean', at('.git/hooks/pre-commit')]);
    writeFileSync(at('.git/info/attributes'), '* filter=trap\n');
  };

  it('keeps index, HEAD, refs, stash, config, hooks and objects byte for byte', async () => {
    busyRepository();
    setTraps();
    const before = everythingIn(at('.git'));
    const index = statSync(at('.git/index'), { bigint: true });
    for (let turn = 0; turn < 3; turn += 1) {
      scene.folder.write('committed', `turn ${turn}`);
      await scene.checkpoints.record();
      await scene.checkpoints.readWorkspace(['ignored']);
    }
    await scene.checkpoints.prune(new Set(), { dryRun: false });
    assert.deepEqual(everythingIn(at('.git')), before);
    assert.equal(statSync(at('.git/index'), { bigint: true }).mtimeNs, index.mtimeNs);
    assert.ok(!existsSync(at('../sprung')));
  });

  it('leaves the workspace as it is: no file comes, goes or changes', async () => {
    busyRepository();
    const before = everythingIn(scene.folder.path);
    await scene.checkpoints.record();
    assert.deepEqual(everythingIn(scene.folder.path), before);
  });

  it('never renames or touches `.git` of nested repositories, and records what lies in them', async () => {
    for (const nested of ['nested', 'nested/deep/er']) {
      scene.folder.write(`${nested}/a.txt`, nested);
      scene.folder.git(['init', '-q'], nested);
      scene.folder.git(['add', 'a.txt'], nested);
      scene.folder.git(['commit', '-qm', 'x'], nested);
    }
    const gits = ['nested/.git', 'nested/deep/er/.git'];
    const before = gits.map((git) => everythingIn(at(git)));
    const inodes = gits.map((git) => statSync(at(git)).ino);
    scene.folder.write('nested/deep/er/a.txt', 'edited');
    const { id } = await scene.checkpoints.record();
    assert.deepEqual(
      gits.map((git) => everythingIn(at(git))),
      before,
    );
    assert.deepEqual(
      gits.map((git) => statSync(at(git)).ino),
      inodes,
    );
    assert.deepEqual(await scene.contents(id), {
      'nested/a.txt': 'nested',
      'nested/deep/er/a.txt': 'edited',
    });
  });

  it('knows what nested repositories ignore, by their own rules', async () => {
    scene.folder.write('nested/.gitignore', 'own\n');
    scene.folder.write('nested/own', 'ignored there');
    scene.folder.write('own', 'not ignored here');
    scene.folder.git(['init', '-q'], 'nested');
    const { id } = await scene.checkpoints.record();
    const state = await scene.checkpoints.read(id);
    assert.deepEqual([...state.files.keys()].sort(), ['nested/.gitignore', 'own']);
    assert.ok(isUnknownIn(state, 'nested/own'));
  });

  it('does not follow variables that git sets for its hooks into another repository', async () => {
    scene.folder.write('mine', 'mine');
    mkdirSync(at('../other'));
    scene.folder.git(['init', '-q'], '../other');
    const environment = { ...scene.folder.environment, GIT_DIR: at('../other/.git') };
    const { id } = await scene.another({ environment }).record();
    assert.deepEqual(await scene.contents(id), { mine: 'mine' });
  });

  it('records what a read-only repository holds', async () => {
    busyRepository();
    chmodSync(at('.git'), 0o500);
    const { id } = await scene.checkpoints.record();
    chmodSync(at('.git'), 0o700);
    assert.equal((await scene.contents(id))['staged'], 'edited after staging');
  });

  it('knows nothing of a folder that git may not read, whose files the user may see later', async () => {
    if (process.getuid?.() !== 0) return;
    scene.folder.write('open/a', 'a');
    scene.folder.write("clo'sed/b", 'b');
    chmodSync(at("clo'sed"), 0);

    execFileSync('chown', ['-R', '65534:65534', scene.folder.path]);
    process.seteuid?.(65534);
    try {
      const state = await scene.checkpoints.readWorkspace();
      assert.ok(state.unknown.has("clo'sed/"));
      assert.ok(!state.unknown.has('.git/'), 'git was not asked');
    } finally {
      process.seteuid?.(0);
      chmodSync(at("clo'sed"), 0o700);
    }
  });
});
