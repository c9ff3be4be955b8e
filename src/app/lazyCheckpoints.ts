import type { Checkpoints } from '../ports/checkpoints';

/** Checkpoints whose code is loaded when they are first used: a window that only looks never does. */
export function lazyCheckpoints(create: () => Promise<Checkpoints>): Checkpoints {
  let creating: Promise<Checkpoints> | undefined;
  const use = (): Promise<Checkpoints> => (creating ??= create());
  return {
    refusal: async () => (await use()).refusal(),
    record: async (also) => (await use()).record(also),
    look: async (also) => (await use()).look(also),
    read: async (id) => (await use()).read(id),
    content: async (id, path) => (await use()).content(id, path),
    restore: async (request) => (await use()).restore(request),
    usage: async () => (await use()).usage(),
    prune: async (keep, options) => (await use()).prune(keep, options),
  };
}
