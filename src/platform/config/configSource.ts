import type { ConfigResult } from '../../model/config/config';
import type { ConfigSource } from '../../ports/configSource';
import type { ConfigSourceOptions } from './readConfig';

/** The workspace's `devs.yaml` as it is now; never writes it, never rejects. A text is parsed once. */
export function createConfigSource(options: ConfigSourceOptions): ConfigSource {
  let parsed: { readonly text: string; readonly result: ConfigResult } | undefined;
  return {
    read: async () => {
      // The parsers are loaded when there is something to parse.
      const { readConfig } = await import('./readConfig');
      return readConfig(options, (text, parse) => {
        if (parsed?.text !== text) parsed = { text, result: parse(text) };
        return parsed.result;
      });
    },
  };
}
