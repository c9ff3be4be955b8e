import type { Agent } from '../../ports/agent';

/** Stands in for the agent in a turn that only lands what was done before. */
export const NO_AGENT: Agent = {
  run: () =>
    Promise.resolve({
      end: { kind: 'exit', code: 0 },
      reply: 'DONE: the work was done before; this turn only lands it.',
      errorTail: '',
      transcript: '',
    }),
};
