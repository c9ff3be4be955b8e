import { h, setAttribute } from '../render/dom';
import { createKeyedList } from '../render/keyedList';
import { describeStep, type ShownRun } from './shownRun';
import type { StepTexts } from './stepTexts';
import { columnsIn, moved, ROW, rowsInSight, rowsOf } from './timelineGeometry';
import { cellId, createTimelineRow, type TimelineRow } from './timelineRow';

export interface TimelineOptions {
  /** Called when the pointer enters a step; undefined for none. */
  readonly onHover: (index: number | undefined) => void;
  /** Called when the keyboard moves to a step. */
  readonly onMove: (index: number) => void;
  /** Called when the user opens a step. */
  readonly onOpen: (index: number) => void;
}

/** Content of a timeline. */
export interface TimelineView {
  readonly run: ShownRun;
  readonly texts: StepTexts;
  /** Indices of the steps that prove the selected finding. */
  readonly proof: ReadonlySet<number>;
  /** Index of the focused step. */
  readonly active: number;
}

/** A run as cells, one per step; only visible ones are drawn. */
export interface Timeline {
  readonly element: HTMLElement;
  readonly update: (view: TimelineView) => void;
  /** Scrolls to a step. */
  readonly reveal: (index: number) => void;
}

/** Creates a timeline with one tab stop: arrow keys move along the steps, Enter opens one. */
export function createTimeline({ onHover, onMove, onOpen }: TimelineOptions): Timeline {
  const rows = h('div', { class: 'timeline-rows', role: 'presentation' });
  const canvas = h('div', { class: 'timeline-canvas', role: 'presentation' }, rows);
  const element = h(
    'div',
    { class: 'timeline', role: 'listbox', tabindex: '0', 'aria-label': 'Steps' },
    canvas,
  );
  const drawRows = createKeyedList<TimelineRow>(rows, ({ row }) => String(row), createTimelineRow);
  let view: TimelineView | undefined;
  let columns = 1;

  const draw = (): void => {
    if (view === undefined) return;
    const { run, texts, active } = view;
    columns = columnsIn(element.clientWidth);
    const total = rowsOf(run.count, columns);
    canvas.style.height = `${total * ROW}px`;
    const sight = { top: element.scrollTop, height: element.clientHeight, rows: total };
    const { start, end } = rowsInSight(sight);
    rows.style.transform = `translateY(${start * ROW}px)`;
    texts.want(start * columns, Math.min(run.count, end * columns));
    const shown = view;
    drawRows(Array.from({ length: end - start }, (_, at) => rowAt(shown, start + at, columns)));
    const drawn = active >= start * columns && active < Math.min(run.count, end * columns);
    setAttribute(element, 'aria-activedescendant', drawn ? cellId(active) : undefined);
  };
  const reveal = (index: number): void => {
    const top = Math.floor(index / columns) * ROW;
    const bottom = top + ROW - element.clientHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop) element.scrollTop = bottom;
    draw();
  };
  const walk = (event: KeyboardEvent): void => {
    if (view === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const { active, run } = view;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen(active);
      return;
    }
    const page = Math.max(1, Math.floor(element.clientHeight / ROW) - 1);
    const next = moved(event.key, { index: active, count: run.count, columns, page });
    if (next === undefined || run.count === 0) return;
    event.preventDefault();
    onMove(next);
    reveal(next);
  };

  element.addEventListener('scroll', draw, { passive: true });
  new ResizeObserver(draw).observe(element);
  element.addEventListener('keydown', walk);
  element.addEventListener('click', ({ target }) => {
    const index = indexAt(target);
    if (index !== undefined) onOpen(index);
  });
  element.addEventListener('pointerover', ({ target }) => onHover(indexAt(target)));
  element.addEventListener('pointerleave', () => onHover(undefined));
  return {
    element,
    reveal,
    update: (next) => {
      view = next;
      draw();
    },
  };
}

function rowAt(
  { run, texts, proof, active }: TimelineView,
  row: number,
  columns: number,
): TimelineRow {
  const first = row * columns;
  const length = Math.max(0, Math.min(columns, run.count - first));
  const cells = Array.from({ length }, (_, at) => {
    const step = run.at(first + at);
    const proves = proof.has(step.index);
    const label = describeStep(step, texts.get(step.index), proves);
    return { step, proves, label, active: step.index === active };
  });
  return { row, cells, count: run.count };
}

function indexAt(target: EventTarget | null): number | undefined {
  const cell = target instanceof Element ? target.closest('.cell') : null;
  const index = cell instanceof HTMLElement ? cell.dataset['index'] : undefined;
  return index === undefined ? undefined : Number(index);
}
