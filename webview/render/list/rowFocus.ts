const ROW = '[role="row"]';

/** Which row of the list is its tab stop; the controls of all others are out of the tab order. */
export interface RowFocus {
  /** Makes a row the tab stop. */
  readonly choose: (row: HTMLElement) => void;
  /** To be called after each drawing: the tab stop is a row that is there. */
  readonly settle: (list: Element | null) => void;
}

/** Creates it without a row. */
export function createRowFocus(): RowFocus {
  let current: HTMLElement | undefined;
  let place = 0;
  const choose = (row: HTMLElement): void => {
    if (current !== undefined && current !== row) setStop(current, false);
    current = row;
    setStop(row, true);
  };
  return {
    choose,
    settle: (list) => {
      if (list === null) return;
      if (current?.isConnected === true && current.closest('[hidden]') === null) return;
      const rows = rowsOf(list);
      const firstTask = rows.find(({ dataset }) => dataset['task'] !== undefined);
      const next = current === undefined ? firstTask : rows[Math.min(place, rows.length - 1)];
      place = next === undefined ? 0 : rows.indexOf(next);
      if (next !== undefined) choose(next);
    },
  };
}

/** The rows of a list that are not hidden, in order: headings of groups and tasks. */
export function rowsOf(list: Element): readonly HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(ROW)].filter(
    (row) => row.closest('[hidden]') === null,
  );
}

/** The row that an element stands in. */
export function rowAround(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>(ROW) ?? undefined) : undefined;
}

/**
 * Keeps the controls of a row out of the tab order while it is not the tab stop: the host of a shadow tree with a negative
 * `tabindex` takes what is slotted into it out. One attribute changes, and no control has to know.
 */
export function slotCell(row: HTMLElement): void {
  const cell = row.querySelector('.cell');
  cell?.setAttribute('tabindex', '-1');
  cell?.attachShadow({ mode: 'open' }).append(document.createElement('slot'));
}

function setStop(row: HTMLElement, isStop: boolean): void {
  row.tabIndex = isStop ? 0 : -1;
  const cell = row.querySelector(':scope > .cell');
  if (isStop) cell?.removeAttribute('tabindex');
  else cell?.setAttribute('tabindex', '-1');
}
