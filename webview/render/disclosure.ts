import type { StateKeeper } from '../savedState';
import { h } from './dom';

/** Creates a collapsible section that restores its state. Closed by default. */
export function createDisclosure(
  state: StateKeeper,
  section: string,
  label: string,
): HTMLDetailsElement {
  return createGuidedDisclosure(state, section, label).element;
}

/** A collapsible section with a changing default; the user's choice takes precedence. */
export interface GuidedDisclosure {
  readonly element: HTMLDetailsElement;
  readonly openUnlessChosen: (open: boolean) => void;
}

/** Creates such a section, closed by default. */
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
  // "toggle" is dispatched later, and an update in between would revert the user's action.
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
