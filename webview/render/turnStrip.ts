import type { TaskView } from '../../src/protocol/dashboardView';
import {
  flag,
  html,
  nothing,
  paragraph,
  repeat,
  type Content,
  type TemplateResult,
} from '../template';
import { captionOf, describeCounts, pictureTurns, type PicturedTurn } from '../turnPicture';
import { describeTurn } from '../words';
import type { TaskScope } from './context';
import { failingBar } from './failingBar';
import { icon, OUTCOME_ICONS } from './icons';

/** Number of newest turns in the strip; the details list older ones. */
const SHOWN = 24;

/**
 * A small chart of the turns, with bars for failing tests if counted: one tab stop, arrow keys move, the selected turn
 * is described below.
 */
export function turnStrip(scope: TaskScope, task: TaskView): Content {
  if (task.turnCount === 0) return nothing;
  const { card, elementId, redraw } = scope;
  const turns = pictureTurns(task.turns, task.bestTurn).slice(-SHOWN);
  const focused = turns.find(({ number }) => number === card.turn);
  const stop = focused ?? turns.at(-1);
  const choose = (turn: number | undefined): void => {
    card.turn = turn;
    redraw();
  };
  const onFocus = ({ target }: Event): void => choose(numberOf(target));
  const counts = `${elementId}-counts`;
  const marks = repeat(
    turns,
    ({ number }) => number,
    (turn) => mark(turn, turn === stop),
  );
  const hasCounts = turns.some(({ failing }) => failing !== undefined);
  const hasLetters = turns.some(({ letter }) => letter !== '');
  return html`<div class="strip"
    ><div class="strip-row"
      >${earlier(task.turnCount - turns.length)}<ol
        class="turns"
        aria-describedby=${counts}
        aria-label="Turns of ${task.title}, oldest first"
        data-counts=${flag(hasCounts)}
        data-letters=${flag(hasLetters)}
        @focusin=${onFocus}
        @focusout=${() => choose(undefined)}
        @keydown=${walk}
        >${marks}</ol
      ></div
    ><p class="sr-only" id=${counts}>${describeCounts(turns)}</p
    >${paragraph(focused === undefined ? captionOf(turns) : describeTurn(focused), 'turn-caption')}</div
  >`;
}

function earlier(hidden: number): Content {
  if (hidden <= 0) return nothing;
  return html`<span class="earlier" title="${hidden} earlier turns">${`+${hidden}`}</span>`;
}

function mark(turn: PicturedTurn, isStop: boolean): TemplateResult {
  const words = describeTurn(turn);
  return html`<li
    ><button
      type="button"
      class="turn"
      tabindex=${isStop ? 0 : -1}
      data-turn=${turn.number}
      data-outcome=${turn.outcome}
      data-pivot=${flag(turn.pivot)}
      aria-label=${words}
      title=${words}
      >${failingBar(turn)}<span class="pivot-marker"></span
      ><span class="glyph">${icon(OUTCOME_ICONS[turn.outcome])}</span
      ><span class="letter" aria-hidden="true">${turn.letter}</span></button
    ></li
  >`;
}

function numberOf(target: EventTarget | null): number | undefined {
  return target instanceof HTMLElement ? Number(target.dataset['turn']) : undefined;
}

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_index, last) => last,
};

function walk(event: KeyboardEvent): void {
  const marks = [...(event.currentTarget as HTMLElement).querySelectorAll('button')];
  const step = STEPS[event.key];
  const index = marks.findIndex((each) => each === event.target);
  if (step === undefined || index < 0) return;
  event.preventDefault();
  marks[step(index, marks.length - 1)]?.focus();
}
