import type { StateKeeper } from '../savedState';
import { h } from './dom';

/** A section that the human opens and closes; it is found again as it was left. Closed at first. */
export function createDisclosure(
  state: StateKeeper,
  section: string,
  label: string,
): HTMLDetailsElement {
  const element = h('details', { class: 'disclosure' }, h('summary', {}, label));
  element.open = state.isOpen(section, false);
  element.addEventListener('toggle', () => {
    if (element.open !== state.isOpen(section, false)) state.setOpen(section, element.open);
  });
  return element;
}
