/** Moves the focus along the buttons of a list with one tab stop: arrow keys, Home and End. */
export function walkButtons(event: KeyboardEvent): void {
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll('button')];
  const at = buttons.findIndex((each) => each === event.target);
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const next = buttons[steps[event.key] ?? -1];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
