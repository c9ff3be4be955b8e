import { KEY_VARIABLE } from '../../domain/modelKey';

export { KEY_VARIABLE };

/** Finds the key for an endpoint; it is never in a file. */
export interface ModelKeys {
  /** Undefined where there is none. `url`: the endpoint's, of which the origin counts. */
  find(url: string): Promise<string | undefined>;
}

export interface ModelKeysOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** What the editor keeps for an origin; absent outside an editor. */
  readonly stored?: ((origin: string) => Promise<string | undefined>) | undefined;
}

/** The environment's key, else the one that was stored for the very origin of the endpoint. */
export function createModelKeys({ environment, stored }: ModelKeysOptions): ModelKeys {
  return {
    find: async (url) => {
      const own = environment[KEY_VARIABLE]?.trim() ?? '';
      return own === '' ? await stored?.(new URL(url).origin) : own;
    },
  };
}
