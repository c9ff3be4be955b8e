import type { StateKeeper } from '../savedState';
import { h } from './dom';

/** A section that the human opens and closes; it is found again as it was left. Closed at first. */
export function createDisclosure(
  state: StateKeeper,
  section: string,
  label: string,
): HTMLDetailsElement {
  return createGuidedDisclosure(state, section, label).element;
}

/** The same, open by itself at some times: what the human chose wins. */
export interface GuidedDisclosure {
  readonly element: HTMLDetailsElement;
  readonly openUnlessChosen: (open: boolean) => void;
}

/** Closed at first. */
export function createGuidedDisclosure(
  state: StateKeeper,
  section: string,
  label: string,
): GuidedDisclosure {
  const summary = h('summary', {}, label);
  const element = h('details', { class: 'disclosure' }, summary);
  let fallback = false;
  const draw = (): void => {
    const open = state.isOpen(section, fallback);
    if (element.open !== open) element.open = open;
  };
  // "toggle" comes later, and an update in between would undo what the human just did.
  summary.addEventListener('click', () => state.setOpen(section, !element.open));
  element.addEventListener('toggle', () => {
    if (element.open !== state.isOpen(section, fallback)) state.setOpen(section, element.open);
  });
  draw();
  return {
    element,
    openUnlessChosen: (open) => {
      fallback = open;
      draw();
    },
  };
}
