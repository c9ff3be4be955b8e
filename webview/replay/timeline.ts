import { html, nothing, render, repeat, type Content } from '../template';
import { describeStep, type ShownRun } from './shownRun';
import type { StepTexts } from './stepTexts';
import {
  blockOf,
  blocksInSight,
  layoutOf,
  linesOf,
  MAX_LINES,
  moved,
  ROW,
  type Block,
  type Layout,
} from './timelineGeometry';
import { cellId, timelineRow, type TimelineRow } from './timelineRow';
import { timelineWords } from './timelineWords';

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

/** A run as cells, one per step, the agent's words between them; only visible ones are drawn. */
export interface Timeline {
  readonly element: HTMLElement;
  readonly update: (view: TimelineView) => void;
  /** Scrolls the page to a step. */
  readonly reveal: (index: number) => void;
}

const EMPTY: Layout = { blocks: [], height: 0 };
/** Space above a step that is gone to, and for the caption below it, in pixels. */
const ABOVE = 12;
const CAPTION = 110;

/** Creates a timeline with one tab stop: arrow keys move along the steps, Enter opens one. */
export function createTimeline(options: TimelineOptions): Timeline {
  const { onHover, onMove, onOpen } = options;
  const place = document.createDocumentFragment();
  let view: TimelineView | undefined;
  let layout: Layout = EMPTY;
  let laidOut: { readonly run: ShownRun; readonly width: number } | undefined;

  const walk = (event: KeyboardEvent): void => {
    if (view === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const { active, run } = view;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen(active);
      return;
    }
    const page = Math.max(1, Math.floor(innerHeight / ROW) - 4);
    const next = moved(event.key, layout, { index: active, page });
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
    const hover = ({ target }: Event): void => onHover(indexAt(target));
    const leave = (): void => onHover(undefined);
    render(
      html`<div
        class="timeline"
        role="listbox"
        tabindex="0"
        aria-label="Steps"
        aria-activedescendant=${shown.drawn}
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
    const width = element.clientWidth;
    if (laidOut?.run !== run || laidOut.width !== width) {
      layout = layoutOf(run.timeline.words, width);
      laidOut = { run, width };
    }
    const { top } = element.getBoundingClientRect();
    const blocks = blocksInSight(layout, { top: -top, height: innerHeight });
    const from = blocks[0]?.first ?? 0;
    const to = blocks.reduce((_, { first, count }) => first + count, from);
    texts.want(from, to);
    const canvas = html`<div
      class="timeline-canvas"
      role="presentation"
      .style=${`height: ${layout.height}px`}
      ><div
        class="timeline-rows"
        role="presentation"
        .style=${`transform: translateY(${blocks[0]?.top ?? 0}px)`}
        >${repeat(
          blocks,
          ({ kind, first }) => `${kind} ${first}`,
          (block) => blockContent(shown, block, width),
        )}</div
      ></div
    >`;
    return { canvas, drawn: active >= from && active < to ? cellId(active) : nothing };
  };
  const reveal = (index: number): void => {
    const block = blockOf(layout, index);
    if (block === undefined) return;
    const top = element.getBoundingClientRect().top + block.top;
    const below = top + block.height + ROW + CAPTION - innerHeight;
    if (top < ABOVE) scrollBy({ top: top - ABOVE });
    else if (below > 0) scrollBy({ top: below });
    draw();
  };
  draw();
  const element = place.querySelector('div') as HTMLElement;
  new ResizeObserver(draw).observe(element);
  addEventListener('scroll', draw, { passive: true });
  addEventListener('resize', draw);
  return {
    element,
    reveal,
    update: (next) => {
      view = next;
      draw();
    },
  };
}

function blockContent(view: TimelineView, block: Block, width: number): Content {
  if (block.kind === 'cells') return timelineRow(rowOf(view, block));
  const said = view.run.timeline.words[block.first] ?? 0;
  const isCut = linesOf(said, width) > MAX_LINES;
  return timelineWords({ ...block, isCut, text: view.texts.get(block.first)?.words });
}

function rowOf({ run, texts, proof, active }: TimelineView, { first, count }: Block): TimelineRow {
  const cells = Array.from({ length: count }, (_, at) => {
    const step = run.at(first + at);
    const proves = proof.has(step.index);
    const label = describeStep(step, texts.get(step.index), proves);
    return { step, proves, label, active: step.index === active };
  });
  return { cells, count: run.count };
}

function indexAt(target: EventTarget | null): number | undefined {
  const cell = target instanceof Element ? target.closest('[data-index]') : null;
  const index = cell instanceof HTMLElement ? cell.dataset['index'] : undefined;
  return index === undefined ? undefined : Number(index);
}
