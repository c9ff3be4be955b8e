import type { ConfigResult } from '../model/config/config';

/** Reads `devs.yaml` from disk at each call. Never rejects. */
export interface ConfigSource {
  read(): Promise<ConfigResult>;
}
