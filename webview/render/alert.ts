import { html, nothing, type TemplateResult } from '../template';
import { button } from './button';
import { icon } from './icons';
import type { Sender } from './sender';
import { inlineCode } from './inlineCode';

/** The error beside its controls. The live region stays on the page, so that its content is announced. */
export function alert({ problem, complain }: Sender): TemplateResult {
  const text = problem();
  return html`<div role="alert"
    >${text === '' ? nothing : html`<div class="alert">${icon('warning')}<p class="alert-text">${inlineCode(text)}</p>${button({ action: 'dismiss', label: 'Dismiss', icon: 'close', onPress: () => complain('') })}</div>`}</div
  >`;
}
