import type { ReplayView } from '../../src/protocol/replay/replayView';
import { html, nothing, type TemplateResult } from '../template';

/** The summary: numbers of runs, stuck runs and saved steps, and the button to add recordings. */
export function summaryBar({ summary, busy }: ReplayView, onAdd: () => void): TemplateResult {
  const figures = [
    ['Runs', summary.runs.toLocaleString()],
    ['Stuck', summary.stuck.toLocaleString()],
    ['Suspected', summary.suspect.toLocaleString()],
    ['Steps saved', savedOf(summary)],
  ].map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`);
  return html`<header class="replay-head">
    <h1>Timeline</h1>
    <dl class="replay-figures">${figures}</dl>
    ${busy ? html`<p class="muted busy">Reading…</p>` : nothing}
    <button type="button" class="button" @click=${onAdd}>Add recordings…</button>
  </header>`;
}

/** Describes the saved steps: "12 of 43", "none came after". */
function savedOf({ stuck, saved, steps }: ReplayView['summary']): string {
  if (stuck > 0 && saved === 0) return 'none came after';
  return `${saved.toLocaleString()} of ${steps.toLocaleString()}`;
}
