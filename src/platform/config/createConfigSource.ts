import type { ConfigResult, DevsConfig } from '../../model/config/config';
import type { ConfigSource } from '../../ports/configSource';
import type { KeptText } from './keptText';
import type { ConfigSourceOptions } from './readConfig';

/**
 * Reads the workspace's current `devs.yaml`; never rejects. Parses an unchanged text only once. The last valid text is
 * kept, so that an invalid file comes with the last valid configuration, in a new process too. `onValid` is called with
 * it before it is kept or returned.
 */
export function createConfigSource(
  options: ConfigSourceOptions,
  kept: KeptText,
  onValid: (config: DevsConfig) => void = () => undefined,
): ConfigSource {
  let parsed: { readonly text: string; readonly result: ConfigResult } | undefined;
  let lastValid: DevsConfig | undefined;
  /** The last valid text until it is kept: at first there may be no folder to keep it in. */
  let unkept: string | undefined;

  const noteValid = (config: DevsConfig): void => {
    if (lastValid !== config) unkept = parsed?.text;
    lastValid = config;
    onValid(config);
  };
  const keep = async (): Promise<void> => {
    if (unkept !== undefined && (await kept.write(unkept))) unkept = undefined;
  };
  const findKept = async (): Promise<DevsConfig | undefined> => {
    const text = await kept.read();
    if (text === undefined) return undefined;
    const { validateConfig } = await import('./validateConfig');
    const result = validateConfig(text, options);
    return result.kind === 'ok' ? result.config : undefined;
  };

  return {
    read: async ({ onlyRead = false } = {}) => {
      // Loads the parsers on first use.
      const { readConfig } = await import('./readConfig');
      const result = await readConfig(options, (text, parse) => {
        if (parsed?.text !== text) parsed = { text, result: parse(text) };
        return parsed.result;
      });
      if (result.kind === 'ok') noteValid(result.config);
      if (!onlyRead) await keep();
      if (result.kind !== 'invalid') return result;
      const isFirst = lastValid === undefined;
      lastValid ??= await findKept();
      if (isFirst && lastValid !== undefined) onValid(lastValid);
      return lastValid === undefined ? result : { ...result, lastValid };
    },
  };
}
