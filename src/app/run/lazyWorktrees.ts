import { existsSync } from 'node:fs';
import type { Worktrees } from '../../ports/worktrees';

/** Loads the code of worktrees on first use: never where no task has one. `folder`: absolute, of all worktrees. */
export function lazyWorktrees(folder: string, load: () => Promise<Worktrees>): Worktrees {
  let loading: Promise<Worktrees> | undefined;
  const use = (): Promise<Worktrees> => (loading ??= load());
  return {
    findProblem: async (...args) => (await use()).findProblem(...args),
    findMissing: async (...args) => (await use()).findMissing(...args),
    open: async (...args) => (await use()).open(...args),
    find: async (...args) => (existsSync(folder) ? await (await use()).find(...args) : undefined),
    list: async () => (existsSync(folder) ? await (await use()).list() : []),
    place: async (...args) => (existsSync(folder) ? await (await use()).place(...args) : undefined),
    forgetChange: async (...args) => {
      if (existsSync(folder)) await (await use()).forgetChange(...args);
    },
    listChange: async (...args) => (await use()).listChange(...args),
    content: async (...args) => (await use()).content(...args),
    setupNotice: async () => (existsSync(folder) ? await (await use()).setupNotice() : undefined),
    moveReference: async (...args) => (await use()).moveReference(...args),
    remove: async (...args) => (await use()).remove(...args),
    removeBroken: async () => {
      if (existsSync(folder)) await (await use()).removeBroken();
    },
  };
}
