import type { Group } from '../words';
import type { Context } from './context';
import { freshId, h, place, setShown, setText, type Part } from './dom';
import type { TaskEntryView } from './taskEntry';

/** With more finished tasks than this, they are folded until the human unfolds them. */
const MOST_FINISHED = 10;
/** Entries that are made at once, a screen full and more; the rest follows in slices. */
const FIRST_SLICE = 40;
const SLICE = 150;
/** A hidden page paints no frames. */
const UNPAINTED_MS = 200;

export interface TaskGroupView {
  readonly entries: readonly TaskEntryView[];
  /** Of many tasks only some are shown: then nothing is folded that the human did not fold. */
  readonly filtered: boolean;
}

/** A group of the list that the human can fold. What is folded is not made before it is unfolded. */
export interface TaskGroup extends Part<TaskGroupView> {
  /** Takes out every entry that is not among these tasks, or, without them, not its own any more. */
  removeStrays(kept?: ReadonlySet<string>): void;
  /** True when every entry that can be seen stands on the page. */
  isDrawn(): boolean;
}

export interface TaskGroupOptions {
  readonly group: Group;
  readonly heading: string;
  readonly entryOf: (view: TaskEntryView) => Part<TaskEntryView>;
  /** After a slice that was the last. */
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

/** Calls once what was drawn is on the screen, or soon where nothing is painted; returns how to call it off. */
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
  /** Entries that may come onto the page now; those that stand in this list are all updated. */
  readonly atMost: number;
}

/** Puts entries in their order; false when some are still missing. What stands right is not touched. */
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
    // One that has moved down is passed over; it is placed when its turn comes.
    if (cursor !== null && cursor.nextElementSibling === part.element) cursor = part.element;
    if (cursor === part.element) cursor = cursor.nextElementSibling;
    // In this order: Chromium forgets to restyle a card that changes first and then leaves a hidden group.
    else place(list, part.element, cursor);
    part.update(view);
  }
  return true;
}
