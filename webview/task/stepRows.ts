import { html, render, repeat, type TemplateResult } from '../template';
import type { StepActions } from './stepDetails';
import { stepRow, type StepRow } from './stepRow';

/** Steps that are drawn together. */
const CHUNK = 50;
/** Height of a step that was never drawn, in pixels. */
const GUESSED = 44;
/** How far beyond the window steps are drawn. */
const MARGIN = '800px 0px';

export interface StepRowsView {
  readonly label: string;
  readonly count: number;
  readonly rowAt: (place: number) => StepRow;
}

/** A list of steps of any length: only those near the window are drawn. */
export interface StepRows {
  readonly element: HTMLElement;
  readonly update: (view: StepRowsView) => void;
  /** Forgets the heights of another list. */
  readonly reset: () => void;
}

/** Creates it empty: one tab stop, arrow keys move along the steps, Enter opens one. */
export function createStepRows(
  actions: StepActions & { readonly onStop: (place: number) => void },
): StepRows {
  const element = document.createElement('div');
  element.className = 'step-list';
  element.setAttribute('role', 'list');
  let view: StepRowsView | undefined;
  let heights: number[] = [];
  const near = new Set<number>();

  const observer = new IntersectionObserver(
    (entries) => {
      let changed = false;
      for (const { target, isIntersecting } of entries) {
        const chunk = Number((target as HTMLElement).dataset['chunk']);
        if (near.has(chunk) === isIntersecting) continue;
        changed = true;
        if (isIntersecting) near.add(chunk);
        else if (!target.contains(document.activeElement)) {
          heights[chunk] = target.clientHeight;
          near.delete(chunk);
        }
      }
      if (changed) draw();
    },
    { rootMargin: MARGIN },
  );
  const observed = new Set<Element>();
  const draw = (): void => {
    const chunks = Math.ceil((view?.count ?? 0) / CHUNK);
    const all = Array.from({ length: chunks }, (_, chunk) => chunk);
    // The first ones are drawn at once, not only when they are seen to be in the window.
    if (near.size === 0) near.add(0);
    render(html`${repeat(all, (chunk) => chunk, chunkOf)}`, element);
    for (const each of observed) {
      if (each.isConnected) continue;
      observer.unobserve(each);
      observed.delete(each);
    }
    for (const each of element.children) {
      if (observed.has(each)) continue;
      observed.add(each);
      observer.observe(each);
    }
  };
  const chunkOf = (chunk: number): TemplateResult => {
    const from = chunk * CHUNK;
    const to = Math.min(view?.count ?? 0, from + CHUNK);
    const isDrawn = near.has(chunk) && view !== undefined;
    const rows = isDrawn
      ? Array.from({ length: to - from }, (_, at) => view?.rowAt(from + at))
      : [];
    const height = isDrawn ? '' : `height: ${heights[chunk] ?? (to - from) * GUESSED}px`;
    return html`<div class="step-chunk" role="presentation" data-chunk=${chunk} .style=${height}
      >${repeat(
        rows.filter((row) => row !== undefined),
        ({ index }) => index,
        (row) => stepRow(row, actions),
      )}</div
    >`;
  };
  /** Goes to a step that may not be drawn yet. */
  const go = (place: number): void => {
    if (view === undefined || place < 0 || place >= view.count) return;
    near.add(Math.floor(place / CHUNK));
    actions.onStop(place);
    draw();
    const index = view.rowAt(place).index;
    const button = element.querySelector<HTMLElement>(`.step-line[data-index="${index}"]`);
    button?.focus();
    button?.scrollIntoView({ block: 'nearest' });
  };
  element.addEventListener('keydown', (event) => {
    const line = event.target instanceof Element ? event.target.closest('.step-line') : null;
    const item = line?.parentElement;
    if (view === undefined || item === null || item === undefined) return;
    const place = Number(item.getAttribute('aria-posinset')) - 1;
    const next = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: view.count - 1 }[
      event.key
    ];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(next);
  });
  return {
    element,
    update: (next) => {
      view = next;
      element.setAttribute('aria-label', next.label);
      draw();
    },
    reset: () => {
      heights = [];
      near.clear();
    },
  };
}
