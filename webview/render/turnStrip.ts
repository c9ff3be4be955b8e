import type { TurnMark } from '../../src/model/overview/overview';
import { captionOf, describeCounts, pictureTurns, type PicturedTurn } from '../turnPicture';
import { describeTurn } from '../words';
import { freshId, h, setAttribute, setShown, setText, type Part } from './dom';
import { createFailingBar } from './failingBar';
import { OUTCOME_ICONS, setIcon } from './icons';
import { createKeyedList } from './keyedList';

/** The turns of a task in the strip. */
export interface TurnStripView {
  readonly title: string;
  readonly turns: readonly TurnMark[];
  readonly turnCount: number;
  readonly bestTurn: number | undefined;
}

/** Number of newest turns in the strip; the details list older ones. */
const SHOWN = 24;

/**
 * Creates a small chart of the turns, with bars for failing tests if counted: one tab stop, arrow keys move, the
 * selected turn is described below.
 */
export function createTurnStrip(): Part<TurnStripView> {
  const earlier = h('span', { class: 'earlier' });
  const counts = h('p', { class: 'sr-only', id: freshId('counts') });
  const list = h('ol', { class: 'turns', 'aria-describedby': counts.id });
  const caption = h('p', { class: 'turn-caption', hidden: '' });
  let summary = '';
  const element = h(
    'div',
    { class: 'strip' },
    h('div', { class: 'strip-row' }, earlier, list),
    counts,
    caption,
  );
  const draw = createKeyedList<PicturedTurn>(list, (turn) => String(turn.number), createMark);

  const marks = (): HTMLButtonElement[] => [...list.querySelectorAll('button')];
  const choose = (mark: HTMLButtonElement | undefined): void => {
    if (mark === undefined) return;
    for (const other of marks()) other.tabIndex = other === mark ? 0 : -1;
    tell(mark.title);
  };
  const tell = (text: string): void => {
    setText(caption, text);
    setShown(caption, text !== '');
  };
  list.addEventListener('focusin', (event) => {
    if (event.target instanceof HTMLButtonElement) choose(event.target);
  });
  list.addEventListener('focusout', () => tell(summary));
  list.addEventListener('keydown', (event) => walk(event, marks()));

  return {
    element,
    update: (view) => {
      const shown = pictureTurns(view.turns, view.bestTurn).slice(-SHOWN);
      const hidden = view.turnCount - shown.length;
      setShown(element, view.turnCount > 0);
      setShown(earlier, hidden > 0);
      setText(earlier, `+${hidden}`);
      setAttribute(earlier, 'title', `${hidden} earlier turns`);
      setAttribute(list, 'aria-label', `Turns of ${view.title}, oldest first`);
      draw(shown);
      summary = captionOf(shown);
      setText(counts, describeCounts(shown));
      setFlag(
        list,
        'data-counts',
        shown.some(({ failing }) => failing !== undefined),
      );
      setFlag(
        list,
        'data-letters',
        shown.some(({ letter }) => letter !== ''),
      );
      const all = marks();
      const chosen = all.find((mark) => mark === document.activeElement);
      tell(chosen?.title ?? summary);
      if (chosen !== undefined) return;
      for (const mark of all) setAttribute(mark, 'tabindex', mark === all.at(-1) ? '0' : '-1');
    },
  };
}

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_index, last) => last,
};

function walk(event: KeyboardEvent, marks: readonly HTMLButtonElement[]): void {
  const step = STEPS[event.key];
  const index = marks.findIndex((mark) => mark === event.target);
  if (step === undefined || index < 0) return;
  event.preventDefault();
  marks[step(index, marks.length - 1)]?.focus();
}

function setFlag(element: Element, name: string, on: boolean): void {
  setAttribute(element, name, on ? 'true' : undefined);
}

function createMark(): Part<PicturedTurn> {
  const bar = createFailingBar();
  const pivot = h('span', { class: 'pivot-marker' });
  const glyph = h('span', { class: 'glyph' });
  const letter = h('span', { class: 'letter', 'aria-hidden': 'true' });
  const button = h('button', { type: 'button', class: 'turn' }, bar.element, pivot, glyph, letter);
  return {
    element: h('li', {}, button),
    update: (turn) => {
      bar.update(turn);
      setText(letter, turn.letter);
      setIcon(glyph, OUTCOME_ICONS[turn.outcome]);
      setAttribute(button, 'data-outcome', turn.outcome);
      setAttribute(button, 'data-pivot', turn.pivot ? 'true' : undefined);
      const words = describeTurn(turn);
      setAttribute(button, 'aria-label', words);
      setAttribute(button, 'title', words);
    },
  };
}
