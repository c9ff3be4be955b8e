import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace } from '../../../src/platform/workspace/createWorkspace';
import { asOrdinaryUser } from '../workspace/asOrdinaryUser';
import { checkpointScene, MAX_FILE_BYTES, type CheckpointScene } from './checkpointScene';

for (const withGit of [true, false]) {
  describe(`the look that a checkpoint shares ${withGit ? 'in a git repository' : 'without git'}`, () => {
    let scene: CheckpointScene;
    beforeEach(() => {
      scene = checkpointScene();
      if (!withGit) scene.folder.environment['PATH'] = '';
    });
    afterEach(() => scene.folder.remove());
    const at = (path: string): string => join(scene.folder.path, path);
    const git = (...args: string[]): void => {
      if (withGit) scene.folder.git(args);
    };
    /** What a snapshot of its own shows. */
    const seen = () => {
      const { workspaceDir, stateDir, environment } = scene.options;
      return createWorkspace({ workspaceDir, stateDir, environment }).snapshot();
    };
    const shared = async (also: readonly string[] = []) =>
      (await scene.checkpoints.record(also)).snapshot;

    it('shows a workspace of all kinds of files as a look of its own does', async () => {
      git('init', '-q');
      scene.folder.write('.gitignore', 'ignored/\n*.log\n');
      scene.folder.write('plain.txt', 'plain');
      scene.folder.write('large.bin', 'x'.repeat(MAX_FILE_BYTES + 1));
      chmodSync(scene.folder.write('program.sh', '#!/bin/sh\n'), 0o755);
      scene.folder.write('ignored/inside.txt', 'inside');
      scene.folder.write('noise.log', 'noise');
      scene.folder.write('gone.txt', 'gone');
      scene.folder.write('swapped', 'a file');
      git('add', '.');
      git('commit', '-qm', 'all');
      rmSync(at('gone.txt'));
      rmSync(at('swapped'));
      scene.folder.write('swapped/by/folder.log', 'ignored in place of a file');
      scene.folder.write('untracked.txt', 'new');
      symlinkSync('plain.txt', at('link'));
      symlinkSync('nowhere', at('broken'));
      symlinkSync('..', at('outside'));
      execFileSync('mkfifo', [at('pipe')]);
      writeFileSync(Buffer.concat([Buffer.from(at('')), Buffer.from([0xe9, 0x2e])]), 'latin');
      scene.folder.write('.GIT/config', 'looks like git to other systems');
      mkdirSync(at('nested'));
      git('init', '-q', 'nested');
      scene.folder.write('nested/own.txt', 'own');
      scene.folder.write('.devs-rewind-1/staged', 'ours');
      assert.deepEqual(await shared(), await seen());
      assert.deepEqual(await shared(['noise.log', 'ignored/inside.txt']), await seen());
    });

    it('shows what may not be read alike', async () => {
      git('init', '-q');
      chmodSync(scene.folder.write('closed.txt', 'closed'), 0);
      scene.folder.write('open/b.txt', 'b');
      scene.folder.write('shut/b.txt', 'b');
      chmodSync(at('shut'), 0);
      mkdirSync(scene.options.stateDir, { recursive: true });
      const repository = withGit ? ['.', '.git', '.git/objects'].map(at) : [];
      if (process.getuid?.() === 0)
        for (const path of [scene.options.stateDir, ...repository]) chownSync(path, 65534, 65534);
      const [ours, theirs] = await asOrdinaryUser(async () => [await shared(), await seen()]);
      chmodSync(at('shut'), 0o700);
      assert.deepEqual(ours, theirs);
    });

    it('shows an edit of the same size in the same tick of the clock', async () => {
      git('init', '-q');
      scene.folder.write('a.txt', 'one');
      const first = await shared();
      scene.folder.write('a.txt', 'two');
      const second = await shared();
      assert.notEqual(first.files.get('a.txt'), second.files.get('a.txt'));
      assert.deepEqual(second, await seen());
    });
  });
}
