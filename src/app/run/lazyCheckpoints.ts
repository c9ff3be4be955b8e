import type { Checkpoints } from '../../ports/checkpoints';

export interface LazyCheckpointsOptions {
  /** Maximum bytes of a stored file, as configured now. */
  readonly maxFileBytes: () => Promise<number>;
  readonly create: (maxFileBytes: number) => Promise<Checkpoints>;
}

/**
 * Loads the code of checkpoints on first use (never where no turn has one) and follows
 * the configured size limit.
 */
export function lazyCheckpoints({ maxFileBytes, create }: LazyCheckpointsOptions): Checkpoints {
  let current: { readonly limit: number; readonly made: Promise<Checkpoints> } | undefined;
  const use = async (): Promise<Checkpoints> => {
    const limit = await maxFileBytes();
    if (current?.limit !== limit) current = { limit, made: create(limit) };
    return await current.made;
  };
  /** For operations that do not read the workspace: no size limit applies. */
  const useAny = async (): Promise<Checkpoints> => (await current?.made) ?? (await use());
  return {
    findRefusal: async () => (await use()).findRefusal(),
    record: async (also) => (await use()).record(also),
    readWorkspace: async (also) => (await use()).readWorkspace(also),
    read: async (id) => (await useAny()).read(id),
    findLost: async (ids) => (ids.length === 0 ? new Set() : await (await useAny()).findLost(ids)),
    content: async (id, path) => (await useAny()).content(id, path),
    restore: async (request) => (await useAny()).restore(request),
    usage: async () => (await useAny()).usage(),
    prune: async (keep, options) => (await useAny()).prune(keep, options),
  };
}
