import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import type { Kind } from './template';

type Git = (folder: string, ...args: readonly string[]) => void;

/** Moves the repository of `work` to where one of this kind has it; `.git` becomes a file. */
export function moveRepository(kind: Kind, base: string, git: Git): void {
  if (kind === 'worktree') moveToMain(base, git);
  if (kind === 'submodule') moveToSuper(git);
}

function moveToMain(base: string, git: Git): void {
  const [main, work] = [join(base, 'main'), join(base, 'work')];
  fs.mkdirSync(main);
  fs.renameSync(join(work, '.git'), join(main, '.git'));
  // A branch is checked out in one worktree only.
  git('../main', 'switch', '-q', '--detach', 'main');
  git('../main', 'worktree', 'add', '-q', '--no-checkout', '../linked', 'main');
  fs.renameSync(join(base, 'linked', '.git'), join(work, '.git'));
  fs.rmdirSync(join(base, 'linked'));
  fs.copyFileSync(join(main, '.git/index'), join(main, '.git/worktrees/linked/index'));
  repairLinks(base);
}

/** A worktree and its repository know each other by absolute paths. */
export function repairLinks(base: string): void {
  const folder = join(base, 'main/.git/worktrees/linked');
  fs.writeFileSync(join(base, 'work/.git'), `gitdir: ${folder}\n`);
  fs.writeFileSync(join(folder, 'gitdir'), `${join(base, 'work/.git')}\n`);
}

function moveToSuper(git: Git): void {
  git('..', 'init', '-q', '-b', 'main', '--template=');
  git('..', 'submodule', 'add', './work', 'work');
  git('..', 'submodule', 'absorbgitdirs', 'work');
  git('..', 'commit', '-qm', 'submodule');
}

/** The repository that the `.git` file of a folder leads to; undefined where it is none. */
export function repositoryOf(folder: string): string | undefined {
  const file = join(folder, '.git');
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const own = resolve(folder, fs.readFileSync(file, 'utf8').trim().slice('gitdir: '.length));
  const common = join(own, 'commondir');
  return fs.existsSync(common) ? resolve(own, fs.readFileSync(common, 'utf8').trim()) : own;
}
