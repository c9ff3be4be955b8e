import type { Group } from '../words';
import type { Context } from './context';
import { freshId, h, place, setShown, setText, type Part } from './dom';
import type { TaskEntryView } from './taskEntry';

/** Beyond this number of finished tasks, they are folded until the user unfolds them. */
const MOST_FINISHED = 10;
/** Number of entries created at once, more than a screen; the rest follows in slices. */
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
export interface TaskGroup extends Part<TaskGroupView> {
  /** Removes every entry that is not among these tasks; without argument, every entry that is no longer its own. */
  removeStrays(kept?: ReadonlySet<string>): void;
  /** Whether all visible entries are on the page. */
  isDrawn(): boolean;
}

export interface TaskGroupOptions {
  readonly group: Group;
  readonly heading: string;
  readonly entryOf: (view: TaskEntryView) => Part<TaskEntryView>;
  /** Called after the last slice. */
  readonly onDrawn: () => void;
}

export function createTaskGroup(context: Context, options: TaskGroupOptions): TaskGroup {
  const { group, heading, entryOf } = options;
  const id = freshId('group');
  const count = h('span', { class: 'count' });
  const list = h('ul', { class: 'cards', 'aria-labelledby': id });
  const summary = h('summary', {}, h('h2', { id }, heading, ' ', count));
  const element = h('details', { class: 'group', 'data-group': group }, summary, list);
  const section = `group:${group}`;
  let entries: readonly TaskEntryView[] = [];
  let folded = false;
  let forget: (() => void) | undefined;

  const draw = (atMost: number): void => {
    forget?.();
    forget = undefined;
    if (folded) return;
    const complete = drawEntries(list, entries, { entryOf, atMost });
    if (complete) return;
    forget = afterPaint(() => {
      draw(SLICE);
      if (forget === undefined) options.onDrawn();
    });
  };
  element.addEventListener('toggle', () => {
    if (element.hidden || element.open !== folded) return;
    context.state.setOpen(section, element.open);
    folded = !element.open;
    draw(FIRST_SLICE);
  });

  return {
    element,
    isDrawn: () => forget === undefined,
    removeStrays: (kept) => {
      const own = kept ?? new Set(folded ? [] : entries.map((entry) => entry.task.id));
      for (const item of [...list.children]) {
        if (item instanceof HTMLElement && !own.has(item.dataset['task'] ?? '')) item.remove();
      }
    },
    update: (view) => {
      ({ entries } = view);
      setShown(element, entries.length > 0);
      setText(count, entries.length.toLocaleString());
      const unfolded = view.filtered || group !== 'finished' || entries.length <= MOST_FINISHED;
      folded = !context.state.isOpen(section, unfolded);
      if (element.open === folded) element.open = !folded;
      draw(FIRST_SLICE);
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

interface Drawing {
  readonly entryOf: TaskGroupOptions['entryOf'];
  /** Maximum number of entries to add; existing ones are all updated. */
  readonly atMost: number;
}

/** Orders the entries; returns false if some are still missing. Entries in the right place are not moved. */
function drawEntries(
  list: HTMLElement,
  entries: readonly TaskEntryView[],
  { entryOf, atMost }: Drawing,
): boolean {
  let left = atMost;
  let cursor = list.firstElementChild;
  for (const view of entries) {
    const part = entryOf(view);
    if (part.element.parentElement !== list) {
      if (left === 0) return false;
      left -= 1;
    }
    // An entry that moved down is skipped; it is placed later.
    if (cursor !== null && cursor.nextElementSibling === part.element) cursor = part.element;
    if (cursor === part.element) cursor = cursor.nextElementSibling;
    // Placed before its update: Chromium does not restyle a card that changes first and then leaves a hidden group.
    else place(list, part.element, cursor);
    part.update(view);
  }
  return true;
}
