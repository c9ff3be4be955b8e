import type { PauseView } from '../../src/reports/pause/pauseView';
import { html, type TemplateResult } from '../template';
import type { Scope } from './context';
import { linkedText } from './linkedText';
import { whenNew } from '../whenNew';

type StuckAt = PauseView['stuckAt'];

/** The last error, scrolled to the line that names the failure; if unknown, to the end, where test programs print it. */
export function lastError(scope: Scope, text: string, stuckAt: StuckAt): TemplateResult {
  const scroll = (element: Element): void => {
    const part = partBefore(text, stuckAt);
    requestAnimationFrame(() => (element.scrollTop = part * element.scrollHeight));
  };
  return html`<pre
    class="scroller"
    tabindex="0"
    role="region"
    aria-label="Last error"
    ${whenNew(text, scroll)}
  >
${linkedText(scope, text)}</pre>`;
}

/** How much of the text, 0–1, stands above the failure. Long lines are wrapped, so it is slightly less. */
function partBefore(text: string, stuckAt: StuckAt): number {
  const [said = ''] = stuckAt?.message.split('\n', 1) ?? [];
  const at = said === '' ? -1 : text.lastIndexOf(said);
  if (at < 0) return 1;
  const above = text.slice(0, at).split('\n').length - 1;
  return Math.max(0, above - 2) / text.split('\n').length;
}
