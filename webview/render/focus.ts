/** Draws, and when the focused control has moved or vanished meanwhile, keeps the focus near. */
export function keepFocus(page: HTMLElement, draw: () => void): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !page.contains(focused)) {
    draw();
    return;
  }
  draw();
  if (focused.isConnected && focused.checkVisibility()) {
    if (document.activeElement !== focused) focused.focus({ preventScroll: true });
    return;
  }
  neighbour(focused.isConnected ? focused : page)?.focus({ preventScroll: true });
}

const REACHABLE = 'vscode-button, vscode-text-area, summary, button:not(.turn)';

/** The first control that can be seen in the narrowest group around one that cannot. */
function neighbour(gone: HTMLElement): HTMLElement | undefined {
  for (let group: HTMLElement | null = gone; group !== null; group = group.parentElement) {
    const controls = group.querySelectorAll<HTMLElement>(REACHABLE);
    const found = [...controls].find((control) => control.checkVisibility());
    if (found !== undefined) return found;
  }
  return undefined;
}
