import { MAX_QUOTE } from '../../domain/step';
import { maskSecrets } from '../external/maskSecrets';

/** Characters of a text that are read for its quote. */
const READ = 2_000;

/** One line of a text, secrets masked, `MAX_QUOTE` characters at most. */
export function cut(text: string): string {
  // Before it is cut: half a secret is not known for one.
  const line = maskSecrets(text.slice(0, READ))
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE - 1)}…` : line;
}
