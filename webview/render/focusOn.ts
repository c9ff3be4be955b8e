/** The first field of the form for new tasks. */
export const FIRST_NEW_FIELD = '.add-task :is([name="title"], [name="list"])';

/** Moves the focus to the first control of this selector, if there is one. */
export function focusOn(control: string): void {
  document.querySelector<HTMLElement>(control)?.focus();
}
