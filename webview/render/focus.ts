/** Draws, and when the focused control has moved or vanished meanwhile, keeps the focus near. */
export function keepFocus(page: HTMLElement, draw: () => void): void {
  const focused = document.activeElement;
  draw();
  if (!(focused instanceof HTMLElement) || !page.contains(focused)) {
    return;
  }
  if (focused.checkVisibility()) {
    if (document.activeElement !== focused) focused.focus({ preventScroll: true });
    return;
  }
  neighbour(focused)?.focus({ preventScroll: true });
}

const REACHABLE = 'vscode-button, vscode-text-area, summary, button';

/** The first control that can be seen in the narrowest group around one that cannot. */
function neighbour(gone: HTMLElement): HTMLElement | undefined {
  for (let group = gone.parentElement; group !== null; group = group.parentElement) {
    const found = [...group.querySelectorAll<HTMLElement>(REACHABLE)].find((control) =>
      control.checkVisibility(),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
