import { h, setAttribute, setShown, setText, type Part } from '../render/dom';
import { LEVEL_SIGNS } from '../../src/protocol/replay/replayView';
import type { ShownStep } from './shownRun';

/** A row of cells. */
export interface TimelineRow {
  readonly row: number;
  readonly cells: readonly TimelineCell[];
  /** Number of steps of the whole run. */
  readonly count: number;
}

/** A step with its current state. */
export interface TimelineCell {
  readonly step: ShownStep;
  readonly active: boolean;
  readonly proves: boolean;
  readonly label: string;
}

/** Returns the element id of a step's cell. */
export function cellId(index: number): string {
  return `cell-${index}`;
}

/** Creates a row of a timeline: the number of its first step, then a cell for each step. */
export function createTimelineRow(): Part<TimelineRow> {
  const ruler = h('span', { class: 'ruler', 'aria-hidden': 'true' });
  const element = h('div', { class: 'cells', role: 'presentation' }, ruler);
  const cells: Part<TimelineCell & { readonly count: number }>[] = [];
  return {
    element,
    update: ({ cells: wanted, count }) => {
      setText(ruler, String(wanted[0]?.step.number ?? ''));
      while (cells.length > wanted.length) cells.pop()?.element.remove();
      for (const [at, cell] of wanted.entries()) {
        const part = cells[at] ?? createCell();
        if (cells[at] === undefined) {
          cells.push(part);
          element.append(part.element);
        }
        part.update({ ...cell, count });
      }
    },
  };
}

function createCell(): Part<TimelineCell & { readonly count: number }> {
  const letter = h('span', { class: 'letter', 'aria-hidden': 'true' });
  const sign = h('span', { class: 'sign', 'aria-hidden': 'true' });
  const element = h('div', { class: 'cell', role: 'option' }, letter, sign);
  return {
    element,
    update: ({ step, active, proves, label, count }) => {
      const { look, level } = step;
      setAttribute(element, 'id', cellId(step.index));
      setAttribute(element, 'data-index', String(step.index));
      setAttribute(element, 'data-colour', look && String(look.colour));
      setAttribute(element, 'data-pattern', look && String(look.pattern));
      setAttribute(element, 'data-level', level);
      setAttribute(element, 'data-proves', proves ? 'true' : undefined);
      setAttribute(element, 'data-saved', step.saved ? 'true' : undefined);
      setAttribute(element, 'aria-selected', String(active));
      setAttribute(element, 'aria-posinset', String(step.index + 1));
      setAttribute(element, 'aria-setsize', String(count));
      setAttribute(element, 'aria-label', label);
      setText(letter, look?.letter ?? '');
      setText(sign, level === undefined ? '' : LEVEL_SIGNS[level]);
      setShown(sign, level !== undefined);
    },
  };
}
