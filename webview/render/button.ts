import type { ActionState } from '../../src/protocol/dashboardView';
import { toolkitButton } from '../toolkit';
import { h, setAttribute } from './dom';
import { icon, type IconName } from './icons';

export interface ButtonOptions {
  /** Name of the button in the page: `data-action`. */
  readonly action: string;
  readonly label: string;
  /** A 'link' is inline text. */
  readonly appearance?: 'primary' | 'secondary' | 'link';
  /** If only the icon is shown, the label is its accessible name and tooltip. */
  readonly icon?: IconName;
  /** Accessible name, if the label alone is ambiguous. */
  readonly name?: string;
}

/** A button that stays focusable while it is disabled, so that the reason can be read. */
export interface ActionButton {
  readonly element: HTMLElement;
  onPress(listener: () => void): void;
  /** Performs a click; for keyboard shortcuts. */
  readonly press: () => void;
  /** Sets whether it is enabled, with the reason or effect as tooltip. */
  setState(state: ActionState): void;
  setLabel(label: string): void;
  /** Ignores presses while busy. */
  setBusy(busy: boolean): void;
  /** Called when a disabled button is pressed. */
  onRefused(listener: (hint: string) => void): void;
}

/** Creates a toolkit button or a link; one with an `icon` and no `appearance` shows only the icon. */
export function createButton(options: ButtonOptions): ActionButton {
  const iconOnly = options.icon !== undefined && options.appearance === undefined;
  const element =
    options.appearance === 'link'
      ? h('button', { type: 'button', class: 'link' })
      : toolkitButton(iconOnly ? 'icon' : (options.appearance ?? 'secondary'));
  if (options.name !== undefined) element.setAttribute('aria-label', options.name);
  element.dataset['action'] = options.action;
  if (options.icon !== undefined) element.append(withSlot(icon(options.icon), iconOnly));
  // A text node, since the toolkit shrinks elements in a button to the size of an icon.
  const label = document.createTextNode('');
  if (!iconOnly) element.append(label);

  let state: ActionState = { enabled: true, hint: '' };
  let busy = false;
  let press: () => void = () => undefined;
  let refused: (hint: string) => void = () => undefined;
  const pressed = (): void => {
    if (!state.enabled) refused(state.hint);
    else if (!busy) press();
  };
  element.addEventListener('click', pressed);

  let name = options.label;
  const draw = (): void => {
    setAttribute(element, 'aria-disabled', state.enabled && !busy ? undefined : 'true');
    if (iconOnly) setAttribute(element, 'aria-label', name);
    else if (label.data !== name) label.data = name;
    const hint = state.hint === '' && iconOnly ? name : state.hint;
    setAttribute(element, 'title', hint === '' ? undefined : hint);
  };
  draw();
  return {
    element,
    press: pressed,
    onPress: (listener) => (press = listener),
    onRefused: (listener) => (refused = listener),
    setState: (next) => {
      state = next;
      draw();
    },
    setLabel: (next) => {
      name = next;
      draw();
    },
    setBusy: (next) => {
      busy = next;
      draw();
    },
  };
}

function withSlot(picture: SVGSVGElement, iconOnly: boolean): SVGSVGElement {
  if (!iconOnly) picture.setAttribute('slot', 'start');
  return picture;
}
