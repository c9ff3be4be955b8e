import type { Agent } from '../../ports/agent';

/** Stands in for the agent in a turn that only lands what was done before. */
export const NO_AGENT: Agent = {
  run: () =>
    Promise.resolve({
      end: { kind: 'exit', code: 0 },
      reply: 'DONE: an earlier turn did the work; this turn only lands the work.',
      errorTail: '',
      transcript: '',
    }),
};
