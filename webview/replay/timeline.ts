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
  /** Called when the user opens or closes a step. */
  readonly onToggle: (index: number) => void;
  /** Called on Escape. */
  readonly onClose: () => void;
}

/** A step that is open, with what stands below its row. */
export interface OpenStep {
  readonly index: number;
  readonly content: Content;
}

/** Content of a timeline. */
export interface TimelineView {
  readonly run: ShownRun;
  readonly texts: StepTexts;
  /** Indices of the steps that prove the selected finding. */
  readonly proof: ReadonlySet<number>;
  /** Index of the focused step. */
  readonly active: number;
  readonly open: OpenStep | undefined;
}

/** A run as cells, one per step, the agent's words between them; only visible ones are drawn. */
export interface Timeline {
  readonly element: HTMLElement;
  readonly update: (view: TimelineView) => void;
  /** Scrolls the page to a step, and to as much of what is open below it as fits. */
  readonly reveal: (index: number) => void;
  readonly focus: () => void;
}

const EMPTY: Layout = { blocks: [], height: 0 };

interface Drawn {
  readonly canvas: Content;
  /** Id of the focused cell. */
  readonly drawn: string | typeof nothing;
  /** Top of what is open, in pixels. */
  readonly below: number;
}

const NOTHING: Drawn = { canvas: nothing, drawn: nothing, below: 0 };
/** Space above a step that is gone to, and for the caption below it, in pixels. */
const ABOVE = 12;
const CAPTION = 110;

/** Creates a timeline with one tab stop: arrow keys move along the steps, Enter opens and closes one. */
export function createTimeline(options: TimelineOptions): Timeline {
  const { onHover, onMove, onToggle, onClose } = options;
  const element = document.createElement('div');
  element.className = 'timeline-frame';
  let view: TimelineView | undefined;
  let layout: Layout = EMPTY;
  let laidOut: readonly unknown[] = [];
  /** Height of what is open, in pixels. */
  let openHeight = 0;

  const walk = (event: KeyboardEvent): void => {
    if (view === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const { active, run } = view;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onToggle(active);
      return;
    }
    if (event.key === 'Escape') onClose();
    const page = Math.max(1, Math.floor(innerHeight / ROW) - 4);
    const next = moved(event.key, layout, { index: active, page });
    if (next === undefined || run.count === 0) return;
    event.preventDefault();
    onMove(next);
    reveal(next);
  };
  const toggle = ({ target }: Event): void => {
    const index = indexAt(target);
    if (index !== undefined) onToggle(index);
  };
  const draw = (): void => {
    const shown = view === undefined ? NOTHING : content(view);
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
          @click=${toggle}
          @pointerover=${hover}
          @pointerleave=${leave}
          >${shown.canvas}</div
        >${view?.open === undefined ? nothing : html`<div class="timeline-open" .style=${`top: ${shown.below}px`}>${view.open.content}</div>`}`,
      element,
    );
    const height = element.querySelector<HTMLElement>('.timeline-open')?.offsetHeight ?? 0;
    if (height === openHeight) return;
    openHeight = height;
    draw();
  };
  const list = (): HTMLElement => element.firstElementChild as HTMLElement;
  /** Lays the steps out where they, their room or what is open changed. */
  const layOut = ({ run, open }: TimelineView, width: number): void => {
    const wanted = [run, width, open?.index, openHeight];
    if (wanted.every((each, at) => each === laidOut[at])) return;
    layout = layoutOf(run.timeline.words, width, open && { ...open, height: openHeight });
    laidOut = wanted;
  };
  /** The visible rows, the id of the focused cell if it is among them, and where what is open stands. */
  const content = (shown: TimelineView): Drawn => {
    const { texts, active } = shown;
    const width = list().clientWidth;
    layOut(shown, width);
    const { top } = list().getBoundingClientRect();
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
    const drawn = active >= from && active < to ? cellId(active) : nothing;
    return { canvas, drawn, below: layout.blocks.find(({ kind }) => kind === 'open')?.top ?? 0 };
  };
  const reveal = (index: number): void => {
    const block = blockOf(layout, index);
    if (block === undefined) return;
    const top = element.getBoundingClientRect().top + block.top;
    const open = view?.open?.index === index ? Math.min(openHeight, innerHeight / 2) : 0;
    const below = top + block.height + ROW + open + CAPTION - innerHeight;
    if (top < ABOVE) scrollBy({ top: top - ABOVE });
    else if (below > 0) scrollBy({ top: below });
    draw();
  };
  draw();
  new ResizeObserver(draw).observe(element);
  addEventListener('scroll', draw, { passive: true });
  addEventListener('resize', draw);
  return {
    element,
    reveal,
    focus: () => list().focus({ preventScroll: true }),
    update: (next) => {
      const { open } = next;
      const isOther = view?.run === next.run && view.open?.index !== open?.index;
      const before = open === undefined ? undefined : blockOf(layout, open.index)?.top;
      view = next;
      draw();
      const after = open === undefined ? undefined : blockOf(layout, open.index)?.top;
      // What was open above it is gone: its row stays where it was clicked.
      if (isOther && before !== undefined && after !== undefined) scrollBy({ top: after - before });
    },
  };
}

function blockContent(view: TimelineView, block: Block, width: number): Content {
  if (block.kind === 'cells') return timelineRow(rowOf(view, block));
  if (block.kind === 'open') {
    return html`<div role="presentation" .style=${`height: ${block.height}px`}></div>`;
  }
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
