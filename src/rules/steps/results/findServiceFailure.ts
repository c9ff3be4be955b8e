import type { ExternalKind } from '../../../model/failure/failure';
import type { ExternalFailure } from '../../failure/external/externalFailure';
import { maskSecrets } from '../../../text/maskSecrets';
import { describeRemedy } from '../../failure/external/describeRemedy';
import { oneLine } from '../../../text/oneLine';

/**
 * Words of tools for each kind of failure, if no rule for programs matches; the first match counts.
 */
const KIND_WORDS: readonly (readonly [ExternalKind, RegExp])[] = [
  ['disk_full', /\b(?:no space left on device|enospc|disk quota)\b/i],
  ['rate_limit', /\b(?:too many requests|rate[ -]?limit(?:ed|s)?|quota|429)\b/i],
  ['outage', /\b(?:overloaded|service unavailable|bad gateway|gateway time-?out|50[234])\b/i],
  [
    'network',
    /\b(?:etimedout|enotfound|eai_again|network is unreachable|could not resolve host)\b/i,
  ],
  ['authentication', /\b(?:unauthorized|forbidden|40[13])\b/i],
  ['permission', /\b(?:permission denied|access denied|read-only file system)\b/i],
];
/** Kinds that may resolve by themselves. */
const TRANSIENT: ReadonlySet<ExternalKind> = new Set(['rate_limit', 'outage', 'network']);
/** Characters of the line that are kept. */
const MAX_LINE = 200;

/** Finds the external failure that a tool's result names; undefined if it names none. */
export function findServiceFailure(lines: readonly string[]): ExternalFailure | undefined {
  for (const [kind, words] of KIND_WORDS) {
    const line = lines.find((each) => words.test(each));
    if (line === undefined) continue;
    const then = TRANSIENT.has(kind) ? 'retry' : 'blocked';
    const about = { kind, then, subject: undefined, retryAfterMs: undefined } as const;
    const message = oneLine(maskSecrets(line)).slice(0, MAX_LINE);
    return { ...about, message, remedy: describeRemedy({ ...about, speaker: 'verification' }) };
  }
  return undefined;
}
