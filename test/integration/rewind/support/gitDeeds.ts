import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { GitDeed } from './deeds';

/** What somebody did to the repository. */
export interface Commits {
  commits: number;
  /** History was rewritten: commits cannot be counted exactly. */
  rewrote: boolean;
}

export interface GitPlace {
  readonly root: string;
  /** False when git says no. */
  git(args: readonly string[], folder?: string): boolean;
  /** A number that nobody had yet. */
  next(): number;
}

/** Does something with git; what git refuses does not happen. */
export function doWithGit(
  made: Commits,
  place: GitPlace,
  { what, path, other }: { readonly what: GitDeed; readonly path: string; readonly other: number },
): void {
  const isThere = (name: string): boolean => existsSync(join(place.root, name));
  const git = (...args: readonly string[]): boolean => place.git(args);
  const inNested = (...args: readonly string[]): boolean => place.git(args, 'nested');
  const label = `c${place.next()}`;
  const shown = Buffer.from(path, 'latin1').toString();
  const deeds: Record<GitDeed, () => void> = {
    commit: () => {
      git('add', '-A');
      if (git('commit', '-qm', label)) made.commits += 1;
    },
    amend: () => {
      made.rewrote = true;
      git('commit', '-q', '--amend', '--allow-empty', '-am', label);
    },
    reset: () => {
      made.rewrote = true;
      git('reset', '-q', other % 2 === 0 ? '--hard' : '--soft', 'HEAD~1');
    },
    branch: () => git('switch', '-q', '-c', label),
    switch: () => git('switch', '-q', ['other', 'main', '-'][other % 3] ?? '-'),
    stash: () => git('stash', 'push', '-q', ...(other % 2 === 0 ? ['-u'] : [])),
    unstash: () => git('stash', 'pop', '-q'),
    checkout: () => git('checkout', '-q', '--', other % 2 === 0 ? '.' : `:(literal)${shown}`),
    untrack: () => git('rm', '-q', '-r', '--cached', '--', `:(literal)${shown}`),
    init: () => isThere('d/e') && place.git(['init', '-q', '--template='], 'd'),
    clone: () => !isThere('clone') && git('clone', '-q', '--template=', '.', 'clone'),
    commitNested: () =>
      isThere('nested/.git') && inNested('add', '-A') && inNested('commit', '-qm', label),
  };
  deeds[what]();
}
