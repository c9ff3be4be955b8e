import { maskSecrets } from '../../text/maskSecrets';
import { truncate } from '../../text/truncate';

/** Characters of a blocker or a piece of work that are kept. */
export const MAX_LINE_LENGTH = 200;

/** Characters that are read; longer texts are truncated anyway. */
const MAX_READ = 4_000;

/**
 * A text as one line for prompts, reports and terminals: secrets masked, no control, formatting or
 * broken characters, white space folded, `MAX_LINE_LENGTH` characters at most.
 */
export function plainLine(text: string): string {
  const line = text
    .slice(0, MAX_READ)
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return truncate(maskSecrets(line), MAX_LINE_LENGTH);
}
