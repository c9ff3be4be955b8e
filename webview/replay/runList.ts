import type { ReplayView, RunLine } from '../../src/protocol/replay/replayView';
import { countOf } from '../../src/text/count';
import { flag, html, nothing, paragraph, repeat, type TemplateResult } from '../template';
import { boundedList, type Sections } from '../render/bounded';
import { walkButtons } from '../walkButtons';
import { describeFound, describeLength, describeOrigin, runId, runName } from './replayWords';

/** Maximum number of runs that are listed at first. */
const MAX_SHOWN = 8;

export interface RunListView {
  readonly view: ReplayView;
  readonly sections: Sections;
  /** Key of the run that is open; undefined for none. */
  readonly open: number | undefined;
  /** Key of the run with the focus; undefined for none. */
  readonly focused: number | undefined;
  readonly onOpen: (key: number) => void;
  readonly onFocus: (key: number) => void;
}

/** The list of runs, those with findings first: one tab stop, arrow keys move, Enter opens. */
export function runList(shown: RunListView): TemplateResult {
  const { view, sections, open, focused, onFocus } = shown;
  const keys = view.runs.map(({ key }) => key);
  const stop = [focused, open].find((key) => key !== undefined && keys.includes(key)) ?? keys[0];
  const runs = {
    ...{ section: 'runs', items: view.runs, noun: 'run', most: MAX_SHOWN },
    keep: ({ key }: RunLine) => key === open || key === stop,
  };
  const left = view.summary.runs - view.runs.length;
  const follow = ({ target }: Event): void => {
    const key = target instanceof HTMLElement ? target.dataset['run'] : undefined;
    if (key !== undefined) onFocus(Number(key));
  };
  return html`<nav class="run-list" aria-label="Runs"
    >${boundedList(
      sections,
      runs,
      (lines) =>
        html`<ul class="runs" @focusin=${follow} @keydown=${walkButtons}
          >${repeat(
            lines,
            ({ key }) => key,
            (line) => run(line, line.key === stop, shown),
          )}</ul
        >`,
    )}${paragraph(left > 0 ? `… ${countOf(left, 'more run')}` : '', 'muted')}</nav
  >`;
}

function run(line: RunLine, isStop: boolean, { open, onOpen }: RunListView): TemplateResult {
  const { key, file } = line;
  const id = runId(line);
  const origin = describeOrigin(line);
  return html`<li
    ><button
      type="button"
      class="run"
      tabindex=${isStop ? 0 : -1}
      data-run=${key}
      data-level=${line.fires[0]?.level ?? 'none'}
      aria-current=${flag(key === open)}
      title=${file}
      @click=${() => onOpen(key)}
      ><span class="run-name">${runName(line)}</span
      >${id === '' ? nothing : html`<span class="run-id">${id}</span>`}${origin === '' ? nothing : html`<span class="run-origin">${origin}</span>`}<span
        class="run-length"
        >${describeLength(line)}</span
      ><span class="run-fires">${describeFound(line)}</span></button
    ></li
  >`;
}
