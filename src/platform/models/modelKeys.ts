import { MODEL_KEY_VARIABLE } from '../../model/judge/modelKeyVariable';

/** Characters of the longest key that is sent. */
const MAX_KEY = 4_096;

/** Finds the key for an endpoint; it is never in a file. */
export interface ModelKeys {
  /**
   * Undefined where there is none. `url`: the endpoint's, of which the origin counts. The result
   * may be an invalid key: check with `isKey`. Rejects when the editor's storage cannot be read.
   */
  find(url: string): Promise<string | undefined>;
}

export interface ModelKeysOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Key that the editor stores for an origin; absent outside an editor. */
  readonly stored?: ((origin: string) => Promise<string | undefined>) | undefined;
}

/** The environment's key, else the one that is stored for the endpoint's origin; both trimmed. */
export function createModelKeys({ environment, stored }: ModelKeysOptions): ModelKeys {
  return {
    find: async (url) =>
      keyIn(environment[MODEL_KEY_VARIABLE]) ?? keyIn(await stored?.(new URL(url).origin)),
  };
}

function keyIn(text: string | undefined): string | undefined {
  const key = text?.trim();
  return key === '' ? undefined : key;
}

/** Whether a text can be sent as a key: visible ASCII, 4,096 characters at most, so never a second header. */
export function isKey(text: string): boolean {
  return text.length <= MAX_KEY && /^[!-~]+$/.test(text);
}
