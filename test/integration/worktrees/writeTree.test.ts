import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitFolder } from '../../../src/platform/worktrees/gitFolder';
import { writeTree } from '../../../src/platform/worktrees/writeTree';
import { readText } from '../../support/readText';
import { worktreeScene, type WorktreeScene } from './worktreeScene';

const GIT = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();

describe('the tree of a working tree', () => {
  let scene: WorktreeScene;
  beforeEach(() => {
    scene = worktreeScene();
    scene.write('a.txt', 'whole\n');
  });
  afterEach(() => scene.remove());

  /** With a git that fails as it does when a file changes while it is read, the first times. */
  const folder = (failures: number): GitFolder => {
    const [git, count] = [join(scene.base, 'git'), join(scene.base, 'adds')];
    writeFileSync(
      git,
      `#!/bin/sh
case "$*" in *" add "*)
  echo x >> ${count}
  if [ $(wc -l < ${count}) -le ${failures} ]; then
    echo 'error: short read while indexing a.txt' >&2
    echo 'fatal: adding files failed' >&2
    exit 128
  fi
esac
exec ${GIT} "$@"
`,
      { mode: 0o755 },
    );
    return new GitFolder({
      git,
      directory: scene.work,
      environment: { PATH: process.env['PATH'] },
    });
  };

  it('is written although a file changes while git reads it', async () => {
    const tree = await writeTree(folder(2), { scratch: scene.state });
    assert.equal(scene.git(['show', `${tree}:a.txt`]), 'whole\n');
  });

  it('is not written where git cannot read a file at all, with its reason', async () => {
    await assert.rejects(writeTree(folder(1_000), { scratch: scene.state }), {
      message: /^git add failed in .*: short read while indexing a\.txt; adding files failed$/,
    });
    assert.equal(readText(join(scene.base, 'adds'))?.length, 10);
  });

  for (const flag of ['--skip-worktree', '--assume-unchanged'])
    it(`has the files that the user hid from git with ${flag}`, async () => {
      scene.git(['add', '-A']);
      scene.write('a.txt', 'hidden\n');
      scene.git(['update-index', flag, 'a.txt']);
      const tree = await writeTree(folder(0), { scratch: scene.state });
      assert.equal(scene.git(['show', `${tree}:a.txt`]), 'hidden\n');
      const flags = scene.git(['ls-files', '-v']);
      assert.ok(!flags.startsWith('H'), 'the index of the user stays as it is');
    });

  it('has the files that a sparse checkout leaves out, unless a file is in the place of their folder', async () => {
    scene.write('folder/b.txt', 'b\n');
    scene.git(['add', '-A']);
    scene.git(['update-index', '--skip-worktree', 'folder/b.txt']);
    rmSync(join(scene.work, 'folder'), { recursive: true });
    const tree = async (): Promise<string> => {
      const written = await writeTree(folder(0), { scratch: scene.state });
      return scene.git(['ls-tree', '-r', '--name-only', written]);
    };
    assert.match(await tree(), /folder\/b\.txt/);
    scene.write('folder', 'a file\n');
    assert.match(await tree(), /^folder$/m);
  });
});
