import type { ConfigSource } from '../../ports/configSource';
import type { ConfigSourceOptions } from './readConfig';

/** Reads the workspace's `devs.yaml` anew at each call; never writes it, never rejects. */
export function createConfigSource(options: ConfigSourceOptions): ConfigSource {
  return {
    // The parsers are loaded when there is something to parse.
    read: async () => (await import('./readConfig')).readConfig(options),
  };
}
