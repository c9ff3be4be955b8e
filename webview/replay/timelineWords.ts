import { html, nothing, type TemplateResult } from '../template';
import { MAX_LINES } from './timelineGeometry';

export interface TimelineWords {
  /** Index of the step that follows. */
  readonly first: number;
  /** In pixels. */
  readonly height: number;
  /** Undefined until loaded. */
  readonly text: string | undefined;
  /** Whether there is more of it than fits. */
  readonly isCut: boolean;
}

/** What the agent wrote before a step, as many lines as there is room for; a click opens the step with all of it. */
export function timelineWords({ first, height, isCut, text = '…' }: TimelineWords): TemplateResult {
  return html`<div
    class="timeline-words"
    role="presentation"
    data-index=${first}
    .style=${`height: ${height}px; --lines: ${MAX_LINES}`}
    ><p>${text}</p>${isCut ? html`<span class="timeline-more">more</span>` : nothing}</div
  >`;
}
