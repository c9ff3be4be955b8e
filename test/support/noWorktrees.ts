import type { Worktrees } from '../../src/ports/worktrees';

/** Worktrees where none can be made. */
export const NO_WORKTREES: Worktrees = {
  findProblem: () => Promise.resolve('there is no repository'),
  findMissing: () => Promise.resolve([]),
  open: () => Promise.reject(new Error('no worktree was expected')),
  find: () => Promise.resolve(undefined),
  list: () => Promise.resolve([]),
  place: () => Promise.resolve(undefined),
  forgetChange: () => Promise.resolve(),
  listChange: () => Promise.resolve([]),
  content: () => Promise.resolve(undefined),
  setupNotice: () => Promise.resolve(undefined),
  moveReference: () => Promise.resolve(undefined),
  remove: () => Promise.resolve(),
  removeBroken: () => Promise.resolve(),
};
