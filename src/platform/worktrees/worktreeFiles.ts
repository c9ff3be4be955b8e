import { devsCommit } from './devsCommit';
import type { GitFolder } from './gitFolder';
import { withFilledIndex, writeTree } from './writeTree';

/** References of one worktree alone; they go with it. */
const BASE = 'refs/worktree/devs/base';
const MOVING = 'refs/worktree/devs/moving';
const DROPPED = 'refs/worktree/devs/dropped';

export interface WorktreeFilesOptions {
  /** Git at the root of the worktree. */
  readonly git: GitFolder;
  /** Folder for temporary indexes. */
  readonly scratch: string;
  /** Folders that are no part of the task's work, relative to the root. */
  readonly leftOut?: readonly string[];
}

/**
 * The files of a worktree and the commit that the task began with, its base. HEAD is detached at the base and the index
 * equals it, so that what differs is the change of the task; commits of the agent change neither.
 */
export class WorktreeFiles {
  constructor(private readonly options: WorktreeFilesOptions) {}

  /** Ids of the commit and of its tree. Throws `StateError`. */
  async base(): Promise<{ readonly commit: string; readonly tree: string }> {
    const ids = await this.git.text(['rev-parse', BASE, `${BASE}^{tree}`]);
    const [commit = '', tree = ''] = ids.split('\n');
    return { commit, tree };
  }

  /** The files as they are, as a tree. */
  async tree(artefacts: readonly string[]): Promise<string> {
    const { git, ...others } = this.options;
    return await writeTree(git, { ...others, tracked: BASE, artefacts });
  }

  /** Makes the files as they are the base. */
  async rebase(): Promise<void> {
    const base = await this.base();
    const tree = await this.tree([]);
    if (tree === base.tree) return;
    const message = 'The worktree after setup';
    await this.pointTo(await devsCommit(this.git, { tree, parent: base.commit, message }));
  }

  /** Makes the commit the base that git has just checked out here: HEAD and the index are as they have to be. */
  async beginAt(commit: string): Promise<void> {
    await this.git.text(['update-ref', BASE, commit]);
  }

  /** Brings the files to those of a commit; after a crash, `finishMove` completes that. */
  async move({ base, to }: { readonly base: string; readonly to: string }): Promise<void> {
    const { git } = this;
    const message = 'The files that a worktree is brought to';
    const moving = await devsCommit(git, { tree: `${to}^{tree}`, parent: base, message });
    await git.text(['update-ref', MOVING, moving]);
    await this.finishMove();
  }

  /** Brings the files to those of the base and keeps them as a commit on `change`, the change that they are. */
  async drop(change: string): Promise<void> {
    const { git } = this;
    const message = 'The files of a discarded change';
    const dropped = await devsCommit(git, { tree: await this.tree([]), parent: change, message });
    await git.text(['update-ref', DROPPED, dropped]);
    const { commit: base } = await this.base();
    await this.move({ base, to: base });
  }

  /** Keeps no dropped files any more. */
  async forgetDropped(): Promise<void> {
    await this.git.text(['update-ref', '-d', DROPPED]);
  }

  /** Brings back what `drop` took out, if that was this change; whether it was. */
  async restoreDropped(change: string): Promise<boolean> {
    const { git } = this;
    const dropped = await git.findCommit(DROPPED);
    if (dropped === undefined) return false;
    const isIts = (await git.findCommit(`${dropped}^`)) === change;
    if (isIts) await this.move({ base: (await this.base()).commit, to: dropped });
    await this.forgetDropped();
    return isIts;
  }

  /** Completes a move that was cut off. Does nothing if there is none. */
  async finishMove(): Promise<void> {
    const { git, ...others } = this.options;
    const moving = await git.findCommit(MOVING);
    if (moving === undefined) return;
    const base = await git.text(['rev-parse', '--verify', `${moving}^`]);
    await withFilledIndex(git, { ...others, tracked: BASE }, async ({ variables }) => {
      await git.text(['read-tree', '--no-recurse-submodules', '--reset', '-u', moving], {
        variables,
      });
    });
    await this.pointTo(base, `delete ${MOVING}\n`);
  }

  /** Git at the root of the worktree. */
  get git(): GitFolder {
    return this.options.git;
  }

  /** Points HEAD, the base and the index to a commit, all references at once; `more`: further changes of references. */
  private async pointTo(commit: string, more = ''): Promise<void> {
    await this.git.text(['update-ref', '--stdin'], {
      input: `option no-deref\nupdate HEAD ${commit}\nupdate ${BASE} ${commit}\n${more}`,
    });
    await this.git.text(['read-tree', '--no-recurse-submodules', '--reset', commit]);
    // It fails where files differ, and only spares git reading them later.
    await this.git.run(['update-index', '-q', '--refresh']);
  }
}
