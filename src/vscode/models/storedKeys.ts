import type { SecretStorage } from 'vscode';

/** Keys of model endpoints in the editor's secret storage, one for each origin. */
export interface StoredKeys {
  get(origin: string): Promise<string | undefined>;
  set(origin: string, key: string): Promise<void>;
  remove(origin: string): Promise<void>;
}

/** Over VS Code's secret storage, which the operating system encrypts. */
export function storedKeys(secrets: Pick<SecretStorage, 'get' | 'store' | 'delete'>): StoredKeys {
  const name = (origin: string): string => `devs.modelKey:${origin}`;
  return {
    get: async (origin) => await secrets.get(name(origin)),
    set: async (origin, key) => await secrets.store(name(origin), key),
    remove: async (origin) => await secrets.delete(name(origin)),
  };
}
