import type { SessionRecord } from '../model/guard/sessionRecord';
import { createValueMask } from '../rules/secrets/createValueMask';
import { secretValues } from '../rules/secrets/secretValues';
import { mapTexts } from '../text/mapTexts';
import { maskAndCut, maskAndKeepEnd } from '../text/maskAndCut';
import { maskSecrets } from '../text/maskSecrets';

/** Characters of one text of a hook that are kept: its beginning and its end. */
const KEPT_START = 48 * 1024;
const KEPT_END = 16 * 1024;
/** A secret of an environment that is longer may stay in part where a text is cut. */
const LONGEST_VALUE = 8 * 1024;

/**
 * The record without secrets (those of this environment, and what looks like one) and without the middle of long texts.
 * Takes constant time for a text, however long it is.
 */
export function maskRecord(record: SessionRecord, environment: NodeJS.ProcessEnv): SessionRecord {
  const sources = { environments: [environment], named: [], commands: [], names: [] };
  const values = createValueMask(secretValues(sources));
  return mapTexts(record, (text) => shorten(text, (part) => values.text(part)));
}

function shorten(text: string, mask: (part: string) => string): string {
  const left = text.length - KEPT_START - KEPT_END;
  if (left <= 0) return maskSecrets(mask(text));
  // Half a secret is not recognised: it is looked for before the text is cut.
  const start = maskAndCut(mask(text.slice(0, KEPT_START + 2 * LONGEST_VALUE)), KEPT_START).text;
  const end = maskAndKeepEnd(mask(text.slice(-(KEPT_END + 2 * LONGEST_VALUE))), KEPT_END);
  return `${start}\n[${left} characters left out]\n${end}`;
}
