/** Number of consecutive words that two texts do not share by chance. */
const ENOUGH_WORDS = 4;
/** Maximum number of characters read of a message and of a file. */
const MAX_MESSAGE = 1_000;
const MAX_TEXT = 1_000_000;

/**
 * True if a changed file contains the failure's message, or four consecutive words of it: the
 * change then prints it. Ignores case, punctuation and numbers.
 */
export function isMessageInChange(message: string, texts: Iterable<string>): boolean {
  const words = wordsOf(message.slice(0, MAX_MESSAGE));
  const needed = Math.min(ENOUGH_WORDS, words.length);
  if (needed === 0) return false;
  const runs = words
    .slice(0, words.length - needed + 1)
    .map((_, start) => ` ${words.slice(start, start + needed).join(' ')} `);
  for (const text of texts) {
    const said = ` ${wordsOf(text.slice(0, MAX_TEXT)).join(' ')} `;
    if (runs.some((run) => said.includes(run))) return true;
  }
  return false;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}{2,40}/gu) ?? [];
}
