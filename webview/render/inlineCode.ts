import { html, type Content } from '../template';

/** What stands between two single backticks on one line. */
const CODE = /(?<!`)`([^`\n]+)`(?!`)/;

/** A text whose parts between backticks are shown as code; a backtick without its pair stays as it is. */
export function inlineCode(text: string): Content {
  const parts = text
    .split(CODE)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
  return html`${parts}`;
}
