import { parseDocument, type Document } from 'yaml';
import { MAX_CONFIG_BYTES } from '../../platform/config/validateConfig';
import { findDepthExcess } from '../../platform/config/yamlText';

/** Reads a `devs.yaml` that is being written, as far as it can be read; undefined if it is too long or nested too deeply. */
export function parseDraft(text: string): Document | undefined {
  if (text.length > MAX_CONFIG_BYTES || findDepthExcess(text) !== undefined) return undefined;
  return parseDocument(text, { prettyErrors: false, uniqueKeys: false, logLevel: 'error' });
}
