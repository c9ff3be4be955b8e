import type { Programs } from './createPrograms';

/**
 * Loads the code that starts programs, with the readers of agents' event streams, on first use: who
 * only displays never does.
 */
export function lazyPrograms(load: () => Promise<Programs>): Programs {
  let loading: Promise<Programs> | undefined;
  const use = (): Promise<Programs> => (loading ??= load());
  return {
    agent: { run: async (...args) => (await use()).agent.run(...args) },
    verifier: { verify: async (...args) => (await use()).verifier.verify(...args) },
    hook: { notify: async (...args) => (await use()).hook.notify(...args) },
    notifier: {
      findProblem: async (...args) => (await use()).notifier.findProblem(...args),
      deliver: async (...args) => (await use()).notifier.deliver(...args),
    },
    trials: {
      version: async (...args) => (await use()).trials.version(...args),
      agent: async (...args) => (await use()).trials.agent(...args),
      verify: async (...args) => (await use()).trials.verify(...args),
    },
  };
}
