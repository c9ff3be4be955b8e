import type { ConfigResult } from '../../model/config/config';
import type { ConfigSource } from '../../ports/configSource';
import type { ConfigSourceOptions } from './readConfig';

/** Reads the workspace's current `devs.yaml`; never rejects. Parses an unchanged text only once. */
export function createConfigSource(options: ConfigSourceOptions): ConfigSource {
  let parsed: { readonly text: string; readonly result: ConfigResult } | undefined;
  return {
    read: async () => {
      // Loads the parsers on first use.
      const { readConfig } = await import('./readConfig');
      return readConfig(options, (text, parse) => {
        if (parsed?.text !== text) parsed = { text, result: parse(text) };
        return parsed.result;
      });
    },
  };
}
