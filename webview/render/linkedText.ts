import { splitPlaces } from '../../src/text/splitPlaces';
import { html, type Content } from '../template';
import { button, sending } from './button';
import type { Scope } from './context';

/** Maximum length of a text in which places are looked for, in characters. */
const MAX_TEXT = 100_000;

/** A text in which a press on a place, such as `src/cart.js:14`, opens the file there. */
export function linkedText(scope: Scope, text: string): Content {
  if (text.length > MAX_TEXT) return html`${text}`;
  const parts = splitPlaces(text).map(({ text: words, place }) => {
    if (place === undefined) return html`${words}`;
    const look = { action: 'openFile', label: words, appearance: 'link' } as const;
    return button(sending(scope, { ...look, name: words }, { method: 'openFile', params: place }));
  });
  return html`${parts}`;
}
