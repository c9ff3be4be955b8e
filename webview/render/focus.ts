/** Draws; if the focused control was moved or removed, moves the focus to a control nearby. */
export function keepFocus(page: HTMLElement, draw: () => void): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !page.contains(focused)) {
    draw();
    return;
  }
  const around = entriesAround(focused);
  draw();
  if (focused.isConnected && focused.checkVisibility()) {
    if (document.activeElement !== focused) focused.focus({ preventScroll: true });
    return;
  }
  const near = focused.isConnected ? focused : around.find((entry) => entry.checkVisibility());
  neighbour(near ?? page)?.focus({ preventScroll: true });
}

/** Lists the entries after and before the one that contains an element, nearest first. */
function entriesAround(element: HTMLElement): readonly HTMLElement[] {
  const entry = element.closest('[data-task]');
  const all = [...(entry?.parentElement?.children ?? [])].filter(
    (each) => each instanceof HTMLElement,
  );
  const at = all.findIndex((each) => each === entry);
  return [...all.slice(at + 1), ...all.slice(0, Math.max(0, at)).reverse()];
}

const REACHABLE = 'vscode-button, vscode-text-area, summary, button:not(.turn)';

/** Finds the first visible control in the smallest group around an invisible one. */
function neighbour(gone: HTMLElement): HTMLElement | undefined {
  for (let group: HTMLElement | null = gone; group !== null; group = group.parentElement) {
    const controls = group.querySelectorAll<HTMLElement>(REACHABLE);
    const found = [...controls].find((control) => control.checkVisibility());
    if (found !== undefined) return found;
  }
  return undefined;
}
