import type { Metrics } from '../../../src/model/report/metricSet';
import { html, nothing, type Content, type TemplateResult } from '../../template';
import { alert } from '../alert';
import type { Scope } from '../context';
import { createLazyPart } from '../lazyPart';

const body = createLazyPart(async () => (await import('./figureBody')).figureBody);

/**
 * The cost of looping and the savings of pauses, loaded when they are first shown. `isKnown`: whether the metrics are
 * those of the shown folder.
 */
export function figurePanel(
  scope: Scope,
  metrics: Metrics | undefined,
  isKnown: boolean,
): TemplateResult {
  const isShown = scope.state.current.figures;
  if (isShown && body.current() === undefined) body.whenLoaded(scope.redraw);
  return html`<section class="figures" aria-label="Metrics" ?hidden=${!isShown}>
    <h2 tabindex="-1">Metrics</h2>
    ${alert(scope.sender)} ${content(scope, metrics, isKnown)}
  </section>`;
}

function content(scope: Scope, metrics: Metrics | undefined, isKnown: boolean): Content {
  const draw = body.current();
  if (metrics === undefined || draw === undefined) return nothing;
  if (draw === 'failed') {
    return html`<p class="muted"
      >The metrics could not be loaded; <code>devs metrics</code> shows the same.</p
    >`;
  }
  return draw(scope, metrics, isKnown);
}
