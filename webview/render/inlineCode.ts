import { html, type Content } from '../template';

/** What stands between two single backticks on one line. */
const CODE = /(?<!`)`([^`\n]+)`(?!`)/;

/**
 * A text whose parts between backticks are shown as code; a backtick without its pair stays as it is. `draw` shows each
 * part.
 */
export function inlineCode(
  text: string,
  draw: (part: string) => Content = (part) => html`${part}`,
): Content {
  const parts = text
    .split(CODE)
    .map((part, index) => (index % 2 === 0 ? draw(part) : html`<code>${draw(part)}</code>`));
  return html`${parts}`;
}

/** A text without the backticks that `inlineCode` shows as code. */
export function withoutCodeMarks(text: string): string {
  return text.split(CODE).join('');
}
