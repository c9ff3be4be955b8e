import type { PullRequests } from '../../ports/pullRequests';

/** Loads the code of pull requests on first use. */
export function lazyPullRequests(load: () => Promise<PullRequests>): PullRequests {
  let loading: Promise<PullRequests> | undefined;
  const use = (): Promise<PullRequests> => (loading ??= load());
  return {
    find: async (...args) => (await use()).find(...args),
    push: async (...args) => (await use()).push(...args),
    create: async (...args) => (await use()).create(...args),
  };
}
