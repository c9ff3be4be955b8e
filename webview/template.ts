import { html as plainHtml, nothing, svg as plainSvg, type TemplateResult } from 'lit/html.js';
import { visibleText } from '../src/text/visibleText';
import { clockTime } from '../src/text/time';

export { nothing, render, type TemplateResult } from 'lit/html.js';
export { live } from 'lit/directives/live.js';
export { repeat } from 'lit/directives/repeat.js';

/** A part of the page, or `nothing` in its place. */
export type Content = TemplateResult | typeof nothing;

/**
 * A part of the page. Every text in it becomes text, never markup, with invisible characters made visible; only
 * what a `live` binding holds, such as the user's own input, stays as it is.
 */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): TemplateResult {
  return plainHtml(strings, ...values.map(shown));
}

/** The same for what stands inside an `<svg>`. */
export function svg(strings: TemplateStringsArray, ...values: readonly unknown[]): TemplateResult {
  return plainSvg(strings, ...values.map(shown));
}

function shown(value: unknown): unknown {
  return typeof value === 'string' ? visibleText(value) : value;
}

/** A paragraph; nothing without a text. */
export function paragraph(
  text: string,
  className: string,
  draw: (text: string) => Content = (shown) => html`${shown}`,
): Content {
  return text === '' ? nothing : html`<p class=${className}>${draw(text)}</p>`;
}

/** A time of the day, and the date if it is another day. */
export function timeOf(iso: string, className = ''): TemplateResult {
  return html`<time class=${className || nothing} title=${iso}
    >${clockTime(iso, new Date())}</time
  >`;
}

/** A table that scrolls sideways where it is too wide, reachable by keyboard. */
export function wideTable(label: string, content: Content): TemplateResult {
  return html`<div class="wide-table" tabindex="0" role="region" aria-label=${label}
    >${content}</div
  >`;
}

/** `true` as an attribute's value; the attribute is absent otherwise. */
export function flag(on: boolean): 'true' | typeof nothing {
  return on ? 'true' : nothing;
}
