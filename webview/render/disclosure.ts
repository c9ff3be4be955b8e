import type { StateKeeper } from '../savedState';
import { html, live, type Content, type TemplateResult } from '../template';

export interface DisclosureView {
  /** Name of the section in the saved state. */
  readonly section: string;
  readonly label: string;
  /** Whether it is open until the user chooses otherwise. */
  readonly open?: boolean;
  readonly className?: string;
}

/** A collapsible section that restores its state. */
export function disclosure(
  state: StateKeeper,
  { section, label, open = false, className = '' }: DisclosureView,
  content: Content,
): TemplateResult {
  const isOpen = (): boolean => state.isOpen(section, open);
  // "toggle" is dispatched later, and an update in between would revert the user's action.
  const choose = ({ currentTarget }: Event): void => {
    const details = (currentTarget as HTMLElement).parentElement as HTMLDetailsElement;
    state.setOpen(section, !details.open);
  };
  const follow = ({ currentTarget }: Event): void => {
    const details = currentTarget as HTMLDetailsElement;
    if (details.open !== isOpen()) state.setOpen(section, details.open);
  };
  return html`<details
    class=${`disclosure ${className}`.trim()}
    ?open=${live(isOpen())}
    @toggle=${follow}
    ><summary @click=${choose}>${label}</summary>${content}</details
  >`;
}
