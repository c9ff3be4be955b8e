import type { ActionState } from '../../src/protocol/actionState';
import type { Method } from '../../src/protocol/messages';
import { flag, html, nothing, repeat, type Content, type TemplateResult } from '../template';
import type { Scope } from './context';
import { icon, type IconName } from './icons';
import type { Sending } from './sender';

/** The look of a button. */
export interface ButtonLook {
  /** Name of the button in the page: `data-action`. */
  readonly action: string;
  readonly label: string;
  /** A 'link' is inline text. */
  readonly appearance?: 'primary' | 'secondary' | 'link';
  /** If only the icon is shown, the label is its accessible name and tooltip. */
  readonly icon?: IconName;
  /** Accessible name, if the label alone is ambiguous. */
  readonly name?: string;
  /** Whether it is enabled, with the reason or effect as tooltip. */
  readonly state?: ActionState;
  readonly expanded?: boolean;
  readonly pressed?: boolean;
}

/** A button that stays focusable while it is disabled, so that the reason can be read. */
export interface ButtonView extends ButtonLook {
  /** Ignores presses while busy. */
  readonly busy?: boolean;
  readonly onPress: (event: Event) => void;
  /** Called when a disabled button is pressed. */
  readonly onRefused?: (hint: string) => void;
}

const ENABLED: ActionState = { enabled: true, hint: '' };

/** A toolkit button or a link; one with an `icon` and no `appearance` shows only the icon. */
export function button(view: ButtonView): TemplateResult {
  const { action, label, appearance, state = ENABLED } = view;
  const iconOnly = view.icon !== undefined && appearance === undefined;
  const name = iconOnly ? label : (view.name ?? nothing);
  const hint = state.hint === '' && iconOnly ? label : state.hint;
  const disabled = flag(!state.enabled || view.busy === true);
  const onClick = (event: Event): void => press(view, event);
  const picture: Content =
    view.icon === undefined ? nothing : icon(view.icon, iconOnly ? undefined : 'start');
  const title = hint === '' ? nothing : hint;
  if (appearance === 'link') {
    return html`<button
      type="button"
      class="link"
      aria-label=${name}
      data-action=${action}
      aria-disabled=${disabled}
      title=${title}
      @click=${onClick}
      >${label}</button
    >`;
  }
  const look = iconOnly ? 'icon' : (appearance ?? 'secondary');
  // The label is a text node, since the toolkit shrinks elements in a button to the size of an icon.
  return html`<vscode-button
    aria-label=${name}
    appearance=${look}
    data-action=${action}
    aria-disabled=${disabled}
    aria-expanded=${view.expanded ?? nothing}
    aria-pressed=${view.pressed ?? nothing}
    title=${title}
    @click=${onClick}
    >${picture}${iconOnly ? nothing : label}</vscode-button
  >`;
}

/** Buttons side by side, each kept while its action stays. */
export function buttons(views: readonly ButtonView[]): Content {
  return html`${repeat(views, ({ action }) => action, button)}`;
}

/** Performs a press; for keyboard shortcuts too. */
export function press(
  { state = ENABLED, busy, onPress, onRefused }: ButtonView,
  event: Event,
): void {
  if (!state.enabled) onRefused?.(state.hint);
  else if (busy !== true) onPress(event);
}

/** A button that sends a request; it is busy until the response. */
export function sending<M extends Exclude<Method, 'ready'>>(
  { sender, announcer }: Scope,
  look: ButtonLook,
  request: Sending<M>,
): ButtonView {
  const key = `${look.action} ${look.name ?? ''}`;
  return {
    ...look,
    busy: sender.isBusy(key),
    onPress: () => sender.send(key, request),
    onRefused: announcer.show,
  };
}
