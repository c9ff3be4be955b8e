import type { SessionRecord } from '../model/guard/sessionRecord';
import { createValueMask } from '../rules/secrets/createValueMask';
import { secretValues } from '../rules/secrets/secretValues';
import { mapTexts } from '../text/mapTexts';
import { maskSecrets } from '../text/maskSecrets';

/** The record without secrets: those of this environment, and what looks like one. */
export function maskRecord(record: SessionRecord, environment: NodeJS.ProcessEnv): SessionRecord {
  const sources = { environments: [environment], named: [], commands: [], names: [] };
  const values = createValueMask(secretValues(sources));
  return mapTexts(record, (text) => maskSecrets(values.text(text)));
}
