import { html, live, nothing, type Content, type TemplateResult } from '../template';
import type { Scope } from './context';

export interface DisclosureView {
  /** Name of the section in the saved state. */
  readonly section: string;
  readonly label: string;
  /** Whether it is open until the user chooses otherwise. */
  readonly open?: boolean;
  readonly className?: string;
}

/** A collapsible section that restores its state; its content is made when it opens. */
export function disclosure(
  { state, redraw }: Pick<Scope, 'state' | 'redraw'>,
  { section, label, open = false, className = '' }: DisclosureView,
  content: () => Content,
): TemplateResult {
  const isOpen = state.isOpen(section, open);
  const choose = (chosen: boolean): void => {
    state.setOpen(section, chosen);
    redraw();
  };
  const press = (event: Event): void => {
    // It opens with its content, not a moment before.
    event.preventDefault();
    choose(!isOpen);
  };
  const follow = ({ currentTarget }: Event): void => {
    const details = currentTarget as HTMLDetailsElement;
    if (details.open !== state.isOpen(section, open)) choose(details.open);
  };
  return html`<details
    class=${`disclosure ${className}`.trim()}
    ?open=${live(isOpen)}
    @toggle=${follow}
    ><summary @click=${press}>${label}</summary>${isOpen ? content() : nothing}</details
  >`;
}
