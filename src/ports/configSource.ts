import type { ConfigResult } from '../model/config/config';

export interface ReadConfigOptions {
  /** Writes nothing: what is read is not kept as the last valid version. */
  readonly onlyRead?: boolean;
}

/** Reads `devs.yaml` from disk at each call. Never rejects. */
export interface ConfigSource {
  read(options?: ReadConfigOptions): Promise<ConfigResult>;
}
