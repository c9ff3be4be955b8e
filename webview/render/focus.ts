/** Draws; if the focused control was moved or removed, moves the focus to a control nearby. */
export function keepFocus(page: HTMLElement | undefined, draw: () => void): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || page?.contains(focused) !== true) {
    draw();
    return;
  }
  const places = placesNear(focused);
  draw();
  if (focused.isConnected && focused.checkVisibility()) {
    if (document.activeElement !== focused) focused.focus({ preventScroll: true });
    return;
  }
  const near = places.find((place) => place.isConnected && place.checkVisibility());
  const next = near?.matches(`${ROW}, ${TAKES_FOCUS}`) === true ? near : neighbour(near ?? page);
  next?.focus({ preventScroll: true });
}

/** The places around an element, nearest first: its groups within its entry, the entries beside it, the page. */
function placesNear(element: HTMLElement): readonly HTMLElement[] {
  const entry = element.closest('[data-task]');
  const groups: HTMLElement[] = [];
  for (let group = element.parentElement; group !== null; group = group.parentElement) {
    groups.push(group);
  }
  if (entry === null) return groups;
  const within = groups.filter((group) => entry.contains(group));
  return [...within, ...entriesBeside(entry), ...groups.slice(within.length)];
}

/** Lists the entries after and before one, nearest first. */
function entriesBeside(entry: Element): readonly HTMLElement[] {
  const all = [...(entry.parentElement?.children ?? [])].filter(
    (each) => each instanceof HTMLElement,
  );
  const at = all.findIndex((each) => each === entry);
  return [...all.slice(at + 1), ...all.slice(0, Math.max(0, at)).reverse()];
}

const ROW = '[role="row"]';
/** Parts whose controls may not get the focus of one that is gone: its key may be pressed once more. */
const TAKES_FOCUS = '[data-takes-focus]';
const STOP = `${ROW}[tabindex="0"]`;
const REACHABLE = 'vscode-button, vscode-text-field, vscode-text-area, summary, button:not(.turn)';

/** Finds the first visible control in the smallest group around an invisible one. */
function neighbour(near: HTMLElement): HTMLElement | undefined {
  for (let group: HTMLElement | null = near; group !== null; group = group.parentElement) {
    const stop = group.matches('[role="treegrid"]') && group.querySelector<HTMLElement>(STOP);
    if (stop) return stop;
    if (group.matches(TAKES_FOCUS)) return group;
    const controls = group.querySelectorAll<HTMLElement>(REACHABLE);
    const found = [...controls].find((control) => control.checkVisibility());
    if (found !== undefined) return found;
    if (group.matches(ROW)) return group;
  }
  return undefined;
}
