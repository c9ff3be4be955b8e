import { maskSecrets } from '../../text/maskSecrets';
import { truncate } from '../../text/truncate';

/** Maximum length of a blocker or a piece of work, in characters. */
export const MAX_LINE_LENGTH = 200;

/** Characters that are read; longer texts are truncated anyway. */
const MAX_READ = 4_000;

/**
 * Converts a text to one line for prompts, reports and terminals: secrets masked; no control, formatting or broken
 * characters; white space collapsed; at most `MAX_LINE_LENGTH` characters.
 */
export function plainLine(text: string): string {
  const line = text
    .slice(0, MAX_READ)
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return truncate(maskSecrets(line), MAX_LINE_LENGTH);
}
