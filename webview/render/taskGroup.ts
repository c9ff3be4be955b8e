import type { StateKeeper } from '../savedState';
import { html, repeat, type TemplateResult } from '../template';
import type { Group } from '../words';
import type { TaskEntry, TaskEntryView } from './taskEntry';

/** Beyond this number of finished tasks, they are folded until the user unfolds them. */
const MOST_FINISHED = 10;
/** Number of entries added at once, more than a screen; the rest follows in slices. */
const FIRST_SLICE = 40;
const SLICE = 150;
/** Milliseconds after which to continue, since a hidden page paints no frames. */
const UNPAINTED_MS = 200;

export interface TaskGroupView {
  readonly entries: readonly TaskEntryView[];
  /** Whether a filter is active: then nothing is folded by default. */
  readonly filtered: boolean;
}

/** A group of the list that the user can fold. Folded entries are created on unfolding. */
export interface TaskGroup {
  readonly group: Group;
  readonly content: (view: TaskGroupView) => TemplateResult;
  /** Updates the entries; to be called once they are in their places. */
  readonly settle: () => void;
  readonly open: () => void;
  /** Whether all visible entries are on the page. */
  readonly isDrawn: () => boolean;
}

export interface TaskGroupOptions {
  readonly group: Group;
  readonly heading: string;
  readonly entryOf: (view: TaskEntryView) => TaskEntry;
  readonly redraw: () => void;
}

/** Creates a group without entries. */
export function createTaskGroup(state: StateKeeper, options: TaskGroupOptions): TaskGroup {
  const { group, heading, entryOf, redraw } = options;
  const section = `group:${group}`;
  let placed: readonly TaskEntryView[] = [];
  let isComplete = true;
  let slice = FIRST_SLICE;
  let forget: (() => void) | undefined;
  const later = (): void => {
    forget?.();
    forget = undefined;
    slice = FIRST_SLICE;
    if (isComplete) return;
    forget = afterPaint(() => {
      slice = SLICE;
      redraw();
    });
  };
  const content = ({ entries, filtered }: TaskGroupView): TemplateResult => {
    const unfolded = filtered || group !== 'finished' || entries.length <= MOST_FINISHED;
    const open = state.isOpen(section, unfolded);
    placed = open ? entries.slice(0, placed.length + slice) : [];
    isComplete = !open || placed.length === entries.length;
    const press = (): void => {
      state.setOpen(section, !open);
      redraw();
    };
    return html`<div
      class="group"
      role="rowgroup"
      aria-labelledby=${section}
      data-group=${group}
      ?hidden=${entries.length === 0}
    >
      <div
        class="group-head"
        role="row"
        tabindex="-1"
        aria-level="1"
        aria-expanded=${String(open)}
        aria-labelledby=${section}
        @click=${press}
        ><div role="gridcell"
          ><h2 id=${section}
            >${heading} <span class="count">${entries.length.toLocaleString()}</span></h2
          ></div
        ></div
      >
      <ul class="cards" role="presentation" ?hidden=${!open}
        >${repeat(
          placed,
          ({ task }) => task.id,
          (view) => entryOf(view).element,
        )}</ul
      >
    </div>`;
  };
  return {
    group,
    content,
    open: () => state.setOpen(section, true),
    isDrawn: () => isComplete,
    settle: () => {
      for (const view of placed) entryOf(view).update(view);
      later();
    },
  };
}

/** Calls `work` after the next paint, or after a delay without painting; returns a function to cancel it. */
function afterPaint(work: () => void): () => void {
  const soon = setTimeout(work, UNPAINTED_MS);
  let after: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    clearTimeout(soon);
    after = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(soon);
    clearTimeout(after);
  };
}
