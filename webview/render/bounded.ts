import { countOf } from '../../src/text/count';
import { isNearly, partOfText, type TextPart } from '../partOfText';
import { createStateKeeper } from '../savedState';
import { html, nothing, type Content } from '../template';
import { button } from './button';
import type { Scope } from './context';

/** Maximum number of lines of a text, and of entries of a list, that are shown at first. */
const MAX_LINES = 12;
/** Characters in a line of output. */
const OUTPUT_WIDTH = 80;
/** A paragraph in a side bar. */
const PROSE = { most: 9, width: 45 } as const;

/** What a part needs whose sections open and close. */
export type Sections = Pick<Scope, 'state' | 'redraw'>;

/** Sections of a page that nobody needs to find open again. */
export function passingSections(redraw: () => void): Sections {
  return { redraw, state: createStateKeeper(undefined, () => undefined) };
}

/** A text of any length. */
export interface BoundedText {
  /** Name of the section in the saved state. */
  readonly section: string;
  readonly text: string;
  /** 0 where absent. */
  readonly from?: TextPart['from'];
  /** Maximum number of lines; `MAX_LINES` where absent. */
  readonly most?: number;
  /** Characters that fill a line; `OUTPUT_WIDTH` where absent. */
  readonly width?: number;
}

/** Draws a text, at first only some lines of it, with a button for the rest. */
export function boundedText(
  scope: Sections,
  { section, text, from = 0, most = MAX_LINES, width = OUTPUT_WIDTH }: BoundedText,
  draw: (shown: string) => Content,
): Content {
  const part = partOfText(text, { from, most, width });
  if (part === text) return draw(text);
  const lines = text.split('\n').length;
  const rest = lines > 1 ? countOf(lines, 'line') : countOf(text.length, 'character');
  const whole = isWhole(scope, section);
  return html`${draw(whole ? text : part)}${showAll(scope, section, rest)}`;
}

/** A paragraph of at most some lines until the user wants all; nothing without a text. */
export function boundedParagraph(
  scope: Sections,
  className: string,
  view: Pick<BoundedText, 'section' | 'text'>,
  draw: (shown: string) => Content = (shown) => html`${shown}`,
): Content {
  if (view.text === '') return nothing;
  return boundedText(
    scope,
    { ...view, ...PROSE },
    (shown) => html`<p class=${className}>${draw(shown)}</p>`,
  );
}

/** Words of a program or an agent with their lines kept, the first lines at first; nothing without a text. */
export function preformatted(
  scope: Sections,
  { label, ...view }: BoundedText & { readonly label: string },
  draw: (shown: string) => Content = (shown) => html`${shown}`,
): Content {
  if (view.text === '') return nothing;
  return boundedText(
    scope,
    view,
    (shown) => html`<pre class="output" role="region" aria-label=${label}>${draw(shown)}</pre>`,
  );
}

/** Entries of any number. */
export interface BoundedList<T> {
  /** Name of the section in the saved state. */
  readonly section: string;
  readonly items: readonly T[];
  /** What an entry is called. */
  readonly noun: string;
  /** Which entries are shown first; the first ones where absent. */
  readonly from?: 'end';
  /** Maximum number of entries; `MAX_LINES` where absent. */
  readonly most?: number;
  /** Whether an entry is shown anyway. */
  readonly keep?: (item: T) => boolean;
}

/** Draws a list, at first only some entries of it, with a button for the rest. */
export function boundedList<T>(
  scope: Sections,
  { section, items, noun, from, most = MAX_LINES, keep = () => false }: BoundedList<T>,
  draw: (shown: readonly T[]) => Content,
): Content {
  if (isNearly(items.length, most)) return draw(items);
  const first = from === 'end' ? items.length - most : 0;
  const some = items.filter(
    (item, index) => (index >= first && index < first + most) || keep(item),
  );
  const whole = isWhole(scope, section);
  return html`${draw(whole ? items : some)}${showAll(scope, section, countOf(items.length, noun))}`;
}

function isWhole({ state }: Sections, section: string): boolean {
  return state.isOpen(`all:${section}`, false);
}

function showAll(scope: Sections, section: string, rest: string): Content {
  const whole = isWhole(scope, section);
  return html`<p class="show-all"
    >${button({
      action: 'showAll',
      appearance: 'link',
      label: whole ? 'Show less' : `Show all (${rest})`,
      onPress: () => {
        scope.state.setOpen(`all:${section}`, !whole);
        scope.redraw();
      },
    })}</p
  >`;
}
