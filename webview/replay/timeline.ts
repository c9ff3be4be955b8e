import { html, nothing, render, repeat, type Content } from '../template';
import { describeStep, type ShownRun } from './shownRun';
import type { StepTexts } from './stepTexts';
import { columnsIn, moved, ROW, rowsInSight, rowsOf } from './timelineGeometry';
import { cellId, timelineRow, type TimelineRow } from './timelineRow';

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
export function createTimeline(options: TimelineOptions): Timeline {
  const { onHover, onMove, onOpen } = options;
  const place = document.createDocumentFragment();
  let view: TimelineView | undefined;
  let columns = 1;

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
  const open = ({ target }: Event): void => {
    const index = indexAt(target);
    if (index !== undefined) onOpen(index);
  };
  const draw = (): void => {
    const shown = view === undefined ? { canvas: nothing, drawn: nothing } : content(view);
    const onScroll = { handleEvent: draw, passive: true };
    const hover = ({ target }: Event): void => onHover(indexAt(target));
    const leave = (): void => onHover(undefined);
    render(
      html`<div
        class="timeline"
        role="listbox"
        tabindex="0"
        aria-label="Steps"
        aria-activedescendant=${shown.drawn}
        @scroll=${onScroll}
        @keydown=${walk}
        @click=${open}
        @pointerover=${hover}
        @pointerleave=${leave}
        >${shown.canvas}</div
      >`,
      place,
    );
  };
  /** The visible rows, and the id of the focused cell if it is among them. */
  const content = (shown: TimelineView): { canvas: Content; drawn: string | typeof nothing } => {
    const { run, texts, active } = shown;
    columns = columnsIn(element.clientWidth);
    const total = rowsOf(run.count, columns);
    const sight = { top: element.scrollTop, height: element.clientHeight, rows: total };
    const { start, end } = rowsInSight(sight);
    const [from, to] = [start * columns, Math.min(run.count, end * columns)];
    texts.want(from, to);
    const rows = Array.from({ length: end - start }, (_, at) => rowAt(shown, start + at, columns));
    const canvas = html`<div
      class="timeline-canvas"
      role="presentation"
      .style=${`height: ${total * ROW}px`}
      ><div
        class="timeline-rows"
        role="presentation"
        .style=${`transform: translateY(${start * ROW}px)`}
        >${repeat(rows, ({ row }) => row, timelineRow)}</div
      ></div
    >`;
    return { canvas, drawn: active >= from && active < to ? cellId(active) : nothing };
  };
  const reveal = (index: number): void => {
    const top = Math.floor(index / columns) * ROW;
    const bottom = top + ROW - element.clientHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop) element.scrollTop = bottom;
    draw();
  };
  draw();
  const element = place.querySelector('div') as HTMLElement;
  new ResizeObserver(draw).observe(element);
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
