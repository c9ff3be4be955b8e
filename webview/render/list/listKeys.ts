import type { MoveTask } from './moveTask';
import { rowAround, rowsOf } from './rowFocus';

/** Pause in typing after which a new name begins, in milliseconds. */
const NEW_NAME_MS = 1_000;

/** What in a row can be reached with the arrow keys. */
const CONTROLS =
  'vscode-button, vscode-text-area, vscode-text-field, vscode-dropdown, summary, button, textarea, input, select, [tabindex="0"]';
/** Where arrow keys have a meaning of their own. */
const OWN_ARROWS =
  'vscode-text-area, vscode-text-field, vscode-dropdown, textarea, input, select, .scroller';

/**
 * Handles the keys of the list. On a row: arrows, Home and End, Enter and Space to open, close or go into it, letters to
 * find a title, Alt with up or down to move the task. Within a row: left and right go through its controls, Escape back.
 */
export function createListKeys(move: MoveTask): (event: KeyboardEvent) => void {
  let typed = '';
  let typedAt = -Infinity;
  const find = (event: KeyboardEvent, row: HTMLElement, rows: readonly HTMLElement[]): boolean => {
    const isName = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    const goesOn = typed !== '' && event.timeStamp - typedAt < NEW_NAME_MS;
    if (!isName || (event.key === ' ' && !goesOn)) return false;
    typed = (goesOn ? typed : '') + event.key.toLowerCase();
    typedAt = event.timeStamp;
    const at = rows.indexOf(row);
    // A longer name may still be the one that is shown.
    const from = typed.length === 1 ? at + 1 : at;
    const inTurn = [...rows.slice(from), ...rows.slice(0, from)];
    inTurn.find((each) => titleOf(each).startsWith(typed))?.focus();
    return true;
  };
  const onRow = (event: KeyboardEvent, row: HTMLElement, list: Element): boolean => {
    const rows = rowsOf(list);
    const at = rows.indexOf(row);
    if (event.altKey) {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return false;
      move(row, event.key === 'ArrowUp' ? 'up' : 'down');
      return true;
    }
    if (find(event, row, rows)) return true;
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (target !== undefined) {
      rows[target]?.focus();
      return true;
    }
    return act(event.key, row);
  };
  return (event) => {
    const list = event.currentTarget as Element;
    const row = rowAround(event.target);
    if (row === undefined || event.defaultPrevented) return;
    const done = event.target === row ? onRow(event, row, list) : withinRow(event, row);
    if (done) event.preventDefault();
  };
}

/** Opens, closes or goes into a row. */
function act(key: string, row: HTMLElement): boolean {
  const expanded = row.getAttribute('aria-expanded');
  const enter = (): void => controlsOf(row)[0]?.focus();
  if (key === 'Enter' || key === ' ') {
    if (expanded === null) enter();
    else toggle(row);
  } else if (key === 'ArrowRight') {
    if (expanded === 'false') toggle(row);
    else enter();
  } else if (key === 'ArrowLeft') {
    if (expanded === 'true') toggle(row);
    else row.closest('.group')?.querySelector<HTMLElement>('.group-head')?.focus();
  } else return false;
  return true;
}

function withinRow(event: KeyboardEvent, row: HTMLElement): boolean {
  const target = event.target as HTMLElement;
  if (event.key === 'Escape') {
    row.focus();
    return true;
  }
  if (target.matches(OWN_ARROWS)) return false;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return false;
  const controls = controlsOf(row);
  const next = controls.indexOf(target) + step;
  if (next < 0) row.focus();
  else controls[next]?.focus();
  return true;
}

/** Presses what opens and closes a row. */
function toggle(row: HTMLElement): void {
  (row.querySelector<HTMLElement>(':scope > .cell > .row-line') ?? row).click();
}

function controlsOf(row: HTMLElement): readonly HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (each) => each.checkVisibility() && each.getAttribute('tabindex') !== '-1',
  );
}

function titleOf(row: HTMLElement): string {
  return row.querySelector('.row-title, h3, h2')?.textContent.trim().toLowerCase() ?? '';
}
