import type { Tree } from './restoreScene';

/** Everything that a restore may have to do at once. */
export const FROM: Tree = {
  'changed.txt': 'agent',
  'created/deep/new.txt': 'agent made this',
  'mode.sh': 'run',
  toLink: 'was a file',
  fromLink: { link: 'toLink' },
  relink: { link: 'somewhere' },
  'folder/a': 'in a folder',
  'folder/b/c': 'deeper',
  file: 'takes a folder',
  linkThenFolder: { link: 'created' },
  'same.txt': 'same',
};
export const TO: Tree = {
  'changed.txt': 'mine, before',
  'deleted/by/agent.txt': 'comes back',
  'mode.sh': { text: 'run', mode: 0o755 },
  toLink: { link: 'changed.txt' },
  fromLink: 'a file now',
  relink: { link: '/nowhere/at all' },
  folder: 'a file where a folder was',
  'file/x/y': 'a folder where a file was',
  'linkThenFolder/z': 'inside',
  'same.txt': 'same',
};

/** The same in few files. */
export const FEW_FROM: Tree = { 'gone/deep/a': 'agent', b: 'agent', swap: { link: 'b' } };
export const FEW_TO: Tree = { b: 'old', 'swap/new/c': { text: 'old', mode: 0o755 }, gone: 'file' };
