import type { PullRequests } from '../../src/ports/pullRequests';

const REFUSED = { ok: false, message: 'there is no remote' } as const;

/** Pull requests where none can be made. */
export const NO_PULL_REQUESTS: PullRequests = {
  find: () => Promise.resolve(REFUSED),
  push: () => Promise.resolve('there is no remote'),
  create: () => Promise.resolve(REFUSED),
};
