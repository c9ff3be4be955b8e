import { LEVEL_SIGNS } from '../../src/protocol/replay/replayView';
import { flag, html, nothing, type TemplateResult } from '../template';
import type { ShownStep } from './shownRun';

/** A row of cells. */
export interface TimelineRow {
  readonly cells: readonly TimelineCell[];
  /** Number of steps of the whole run. */
  readonly count: number;
}

/** A step with its current state. */
export interface TimelineCell {
  readonly step: ShownStep;
  readonly active: boolean;
  readonly proves: boolean;
  readonly label: string;
}

/** Returns the element id of a step's cell. */
export function cellId(index: number): string {
  return `cell-${index}`;
}

/** A row of a timeline: the number of its first step, then a cell for each step. */
export function timelineRow({ cells, count }: TimelineRow): TemplateResult {
  const first = cells[0]?.step.number ?? '';
  return html`<div class="cells" role="presentation"
    ><span class="ruler" aria-hidden="true">${first}</span
    >${cells.map((each) => cell(each, count))}</div
  >`;
}

function cell({ step, active, proves, label }: TimelineCell, count: number): TemplateResult {
  const { index, look, level, saved } = step;
  const sign =
    level === undefined
      ? nothing
      : html`<span class="sign" aria-hidden="true">${LEVEL_SIGNS[level]}</span>`;
  return html`<div
    class="cell"
    role="option"
    id=${cellId(index)}
    data-index=${index}
    data-colour=${look?.colour ?? nothing}
    data-pattern=${look?.pattern ?? nothing}
    data-level=${level ?? nothing}
    data-proves=${flag(proves)}
    data-saved=${flag(saved)}
    aria-selected=${String(active)}
    aria-posinset=${index + 1}
    aria-setsize=${count}
    aria-label=${label}
    ><span class="letter" aria-hidden="true">${look?.letter ?? ''}</span>${sign}</div
  >`;
}
