import type { AskedKey } from '../../src/model/permissions/askedPermission';
import { html, nothing, repeat, type Content, type TemplateResult } from '../template';
import { boundedList } from './bounded';
import type { TaskScope } from './context';

/** Maximum number of requests that are shown at first. */
const MAX_REQUESTS = 3;

export interface AskedGroupView<T> {
  readonly className: string;
  readonly label: string;
  /** What one is called. */
  readonly noun: string;
  readonly items: readonly T[];
  /** Maximum number that are shown at first; `MAX_REQUESTS` where absent. */
  readonly most?: number;
  readonly draw: (asked: T) => TemplateResult;
}

/**
 * What the agent of a running task asks, the first ones at first; nothing without any. The group takes the focus of one
 * that is gone, so that no key meant for it answers the next.
 */
export function askedGroup<T extends AskedKey>(
  scope: TaskScope,
  { className, label, noun, items, most = MAX_REQUESTS, draw }: AskedGroupView<T>,
): Content {
  if (items.length === 0) return nothing;
  const section = `asked:${noun}:${scope.taskId}`;
  const list = (shown: readonly T[]): Content =>
    html`${repeat(shown, ({ id, askedAt }) => `${id} ${askedAt}`, draw)}`;
  return html`<div
    class="asked-group ${className}"
    role="group"
    aria-label=${label}
    tabindex="-1"
    data-takes-focus
    >${boundedList(scope, { section, items, noun, most }, list)}</div
  >`;
}

/** Stands in the place of the controls once an answer was taken, until the host no longer sends what was asked. */
export const ANSWERED = html`<p class="muted">Answered</p>`;

/** Whether it is the second press of a double click, which would answer the next one, which has moved up meanwhile. */
export function isSecondPress(event: Event): boolean {
  return event instanceof UIEvent && event.detail > 1;
}
