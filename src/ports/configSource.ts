import type { ConfigResult } from '../domain/config';

/** Reads `devs.yaml` anew at each call. Never rejects. */
export interface ConfigSource {
  read(): Promise<ConfigResult>;
}
