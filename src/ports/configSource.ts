import type { ConfigResult } from '../model/config/config';

/** Gives `devs.yaml` as it is on disk at each call. Never rejects. */
export interface ConfigSource {
  read(): Promise<ConfigResult>;
}
