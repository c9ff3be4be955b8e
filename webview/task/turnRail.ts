import type { TaskView } from '../../src/protocol/dashboardView';
import { OUTCOME_WORDS } from '../../src/reports/task/outcomeWords';
import { countOf } from '../../src/text/count';
import { describeDuration } from '../../src/text/describeDuration';
import { boundedList, type Sections } from '../render/bounded';
import { clockSince } from '../render/clock';
import { icon, OUTCOME_ICONS } from '../render/icons';
import { flag, html, paragraph, repeat, type Content, type TemplateResult } from '../template';
import { pictureTurns, type PicturedTurn } from '../turnPicture';
import { walkButtons } from '../walkButtons';
import { describeTurn } from '../words';

export interface TurnRailView {
  readonly task: TaskView;
  /** Number of the turn whose steps are shown. */
  readonly open: number | undefined;
  readonly onOpen: (turn: number) => void;
}

/** The turns of a task, oldest first: number, outcome and duration. One tab stop, arrow keys move, Enter opens. */
export function turnRail(scope: Sections, { task, open, onOpen }: TurnRailView): TemplateResult {
  const left = task.turnCount - task.turns.length;
  const turns = {
    ...{ section: `rail:${task.id}`, noun: 'turn', from: 'end' as const },
    items: pictureTurns(task.turns, task.bestTurn),
    keep: ({ number }: PicturedTurn) => number === open,
  };
  const list = (shown: readonly PicturedTurn[]): Content => {
    const items = repeat(
      shown,
      ({ number }) => number,
      (turn) => item(turn, turn.number === open, onOpen),
    );
    return html`<ol class="rail" @keydown=${walkButtons}
      >${items}</ol
    >`;
  };
  return html`<nav class="turn-rail" aria-label="Turns"
    >${paragraph(left > 0 ? `${countOf(left, 'earlier turn')} not listed` : '', 'muted')}${boundedList(scope, turns, list)}</nav
  >`;
}

function item(turn: PicturedTurn, isOpen: boolean, onOpen: (turn: number) => void): TemplateResult {
  const { number, outcome, pivot } = turn;
  return html`<li
    ><button
      type="button"
      class="rail-turn"
      tabindex=${isOpen ? 0 : -1}
      data-outcome=${outcome}
      data-pivot=${flag(pivot)}
      aria-current=${flag(isOpen)}
      aria-label=${describeTurn(turn)}
      title=${describeTurn(turn)}
      @click=${() => onOpen(number)}
      ><span class="glyph">${icon(OUTCOME_ICONS[outcome])}</span
      ><span class="rail-number">${`Turn ${number}`}</span
      ><span class="rail-outcome">${OUTCOME_WORDS[outcome]}${pivot ? ', fresh start' : ''}</span
      ><span class="rail-took">${took(turn)}</span></button
    ></li
  >`;
}

function took({ outcome, at, durationMs }: PicturedTurn): Content {
  if (durationMs !== undefined) return html`${describeDuration(durationMs)}`;
  return outcome === 'running' ? clockSince(at) : html`…`;
}
