import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRepository } from '../../../src/platform/workspace/repository';
import type { RepositoryState } from '../../../src/model/workspace/checkpoint';
import { scratchFolder, type ScratchFolder } from '../workspace/scratchFolder';

describe('the repository of a workspace', () => {
  let folder: ScratchFolder;
  beforeEach(() => (folder = scratchFolder()));
  afterEach(() => folder.remove());

  const repository = () =>
    createRepository({ workspaceDir: folder.path, environment: folder.environment });
  /** A repository with one commit on `main`. */
  const begin = (): void => {
    folder.git(['init', '-q', '-b', 'main']);
    commit('one');
  };
  const commit = (name: string): string => {
    folder.write(name, name);
    folder.git(['add', name]);
    folder.git(['commit', '-qm', name]);
    return folder.git(['rev-parse', 'HEAD']).trim();
  };
  /** What `work` changes in the repository. */
  const changeBy = async (work: () => void) => {
    const before = await repository().readState();
    assert.ok(before);
    const since = new Date();
    work();
    return repository().changeSince(before, since);
  };
  /** A commit made by somebody long ago. */
  const oldCommit = (name: string): void => {
    folder.write(name, name);
    folder.git(['add', name]);
    const date = '2001-02-03T04:05:06Z';
    folder.environment['GIT_COMMITTER_DATE'] = date;
    folder.git(['commit', '-qm', name, '--date', date]);
    delete folder.environment['GIT_COMMITTER_DATE'];
  };

  it('is none without a repository and without git', async () => {
    assert.equal(await repository().readState(), undefined);
    begin();
    const without = createRepository({ workspaceDir: folder.path, environment: { PATH: '' } });
    assert.equal(await without.readState(), undefined);
    assert.equal(
      await without.changeSince({ head: '', branch: '', stashes: 0 }, new Date()),
      undefined,
    );
  });

  it('has HEAD, branch and stashes', async () => {
    begin();
    const head = folder.git(['rev-parse', 'HEAD']).trim();
    assert.deepEqual(await repository().readState(), { head, branch: 'main', stashes: 0 });
    folder.write('one', 'edited');
    folder.git(['stash', '-q']);
    folder.write('one', 'edited again');
    folder.git(['stash', '-q']);
    folder.git(['checkout', '-q', '--detach']);
    assert.deepEqual(await repository().readState(), { head, branch: '', stashes: 2 });
  });

  it('does not wait for the writer of a pipe among its references', async () => {
    begin();
    const head = folder.git(['rev-parse', 'HEAD']).trim();
    const pipe = join(folder.path, '.git/refs/heads/pipe');
    assert.equal(spawnSync('mkfifo', [pipe]).status, 0);
    let waited = false;
    const end = setTimeout(() => {
      waited = true;
      writeFileSync(pipe, '');
    }, 5_000);
    assert.deepEqual(await repository().readState(), { head, branch: 'main', stashes: 0 });
    clearTimeout(end);
    assert.equal(waited, false);
  });

  it('has no HEAD before the first commit, and counts the first one', async () => {
    folder.git(['init', '-q', '-b', 'main']);
    assert.deepEqual(await repository().readState(), { head: '', branch: 'main', stashes: 0 });
    assert.equal(await changeBy(() => undefined), undefined);
    assert.deepEqual(await changeBy(() => commit('one')), { commits: 1, stashed: 0 });
  });

  it('counts commits of the agent, on whichever branch', async () => {
    begin();
    const headBefore = folder.git(['rev-parse', 'HEAD']).trim();
    const change = await changeBy(() => {
      commit('two');
      folder.git(['checkout', '-qb', 'side']);
      commit('three');
      folder.git(['checkout', '-q', 'main']);
      commit('four');
    });
    assert.deepEqual(change, { commits: 3, stashed: 0, headBefore });
  });

  it('says that the branch was switched, and does not count what lay there already', async () => {
    begin();
    folder.git(['checkout', '-qb', 'old']);
    oldCommit('from long ago');
    folder.git(['checkout', '-q', 'main']);
    const change = await changeBy(() => folder.git(['checkout', '-q', 'old']));
    assert.equal(change?.commits, 0);
    assert.deepEqual([change.branchBefore, change.branchAfter], ['main', 'old']);
  });

  it('counts stashes that came to be, and none when they went', async () => {
    begin();
    const stash = (): void => {
      folder.write('one', 'edited');
      folder.git(['stash', '-q']);
    };
    assert.equal((await changeBy(stash))?.stashed, 1);
    assert.equal(await changeBy(() => folder.git(['stash', 'drop', '-q'])), undefined);
  });

  it('is never negative nor fails where history was rewritten or is gone', async () => {
    begin();
    const first = folder.git(['rev-parse', 'HEAD']).trim();
    const second = commit('two');
    const reset = await changeBy(() => folder.git(['reset', '-q', '--hard', first]));
    assert.deepEqual(reset, { commits: 0, stashed: 0, headBefore: second });
    const amended = await changeBy(() =>
      folder.git(['commit', '-q', '--amend', '--allow-empty', '-m', 'other']),
    );
    assert.equal(amended?.commits, 1);
    const gone = { head: '1'.repeat(40), branch: 'main', stashes: 0 };
    assert.equal((await repository().changeSince(gone, new Date(0)))?.commits, 1);
    rmSync(join(folder.path, '.git'), { recursive: true });
    assert.equal(await repository().changeSince(gone, new Date(0)), undefined);
  });

  const SITUATIONS: Readonly<Record<string, () => void>> = {
    'a commit': begin,
    'references that are packed': () => {
      begin();
      folder.git(['branch', 'feature/deep']);
      folder.git(['gc', '-q']);
    },
    'a packed reference that moved on': () => {
      begin();
      folder.git(['pack-refs', '--all']);
      commit('two');
    },
    'a packed stash': () => {
      begin();
      folder.write('one', 'edited');
      folder.git(['stash', '-q']);
      folder.git(['pack-refs', '--all']);
    },
    'a stash that was dropped': () => {
      begin();
      folder.write('one', 'edited');
      folder.git(['stash', '-q']);
      folder.git(['stash', 'drop', '-q']);
    },
    'a tag called like the branch': () => {
      begin();
      folder.git(['tag', 'main']);
    },
    'a branch that stands for another one': () => {
      begin();
      folder.git(['symbolic-ref', 'refs/heads/alias', 'refs/heads/main']);
      folder.git(['checkout', '-q', 'alias']);
    },
    'a branch without a commit': () => {
      begin();
      folder.git(['checkout', '-q', '--orphan', 'empty']);
    },
    'a HEAD that is broken': () => {
      begin();
      folder.write('.git/HEAD', 'nonsense');
    },
  };
  for (const [situation, prepare] of Object.entries(SITUATIONS))
    it(`says of ${situation} what git says`, async () => {
      prepare();
      assert.deepEqual(await repository().readState(), gitsWord(folder.path));
    });

  it('says of a worktree of its own what git says', async () => {
    begin();
    folder.write('one', 'edited');
    folder.git(['stash', '-q']);
    folder.git(['worktree', 'add', '-q', '-b', 'side', 'tree']);
    const workspaceDir = join(folder.path, 'tree');
    const tree = createRepository({ workspaceDir, environment: folder.environment });
    assert.deepEqual(await tree.readState(), gitsWord(workspaceDir));
    assert.equal((await tree.readState())?.branch, 'side');
  });

  it('follows a repository that is made anew, nearer or no longer there', async () => {
    begin();
    mkdirSync(join(folder.path, 'below'));
    const workspaceDir = join(folder.path, 'below');
    const inside = createRepository({ workspaceDir, environment: folder.environment });
    assert.equal((await inside.readState())?.branch, 'main');
    folder.git(['init', '-q', '-b', 'nearer', 'below']);
    assert.equal((await inside.readState())?.branch, 'nearer');
    rmSync(join(workspaceDir, '.git'), { recursive: true });
    assert.equal((await inside.readState())?.branch, 'main');
    rmSync(join(folder.path, '.git'), { recursive: true });
    assert.equal(await inside.readState(), undefined);
  });

  it('notices with the same eyes what came after its own look', async () => {
    begin();
    const same = repository();
    const before = await same.readState();
    assert.ok(before);
    assert.equal(await same.changeSince(before, new Date()), undefined);
    folder.git(['checkout', '-qb', 'side']);
    commit('two');
    folder.git(['checkout', '-q', 'main']);
    const change = await same.changeSince(before, new Date(Date.now() - 60_000));
    assert.deepEqual(change, { commits: 1, stashed: 0, headBefore: before.head });
  });

  /** The same from git's commands alone. */
  function gitsWord(directory: string): RepositoryState | undefined {
    const ask = (...args: string[]): string | undefined => {
      const options = { cwd: directory, env: folder.environment, encoding: 'utf8' } as const;
      const { status, stdout } = spawnSync('git', args, options);
      return status === 0 ? stdout.trimEnd() : undefined;
    };
    if (ask('rev-parse', '--git-dir') === undefined) return undefined;
    return {
      head: ask('rev-parse', '--verify', '--quiet', 'HEAD^{commit}') ?? '',
      branch: ask('symbolic-ref', '--quiet', '--short', 'HEAD') ?? '',
      stashes: Number(ask('rev-list', '--walk-reflogs', '--count', 'refs/stash', '--') ?? '0'),
    };
  }
});
