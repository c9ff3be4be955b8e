import type { TurnMark } from '../../src/model/overview/overview';
import type { TaskView } from '../../src/protocol/dashboardView';
import { OUTCOME_WORDS } from '../../src/reports/task/outcomeWords';
import { countOf } from '../../src/text/count';
import { describeSpent, hasKnownSpending } from '../../src/reports/usage/describeSpent';
import { describeDuration } from '../../src/text/describeDuration';
import { boundedParagraph, boundedText, type Sections } from '../render/bounded';
import { button } from '../render/button';
import type { TaskScope } from '../render/context';
import { linkedText } from '../render/linkedText';
import { stepsNow } from '../render/steps/stepsNow';
import { turnLinks } from '../render/turnLinks';
import {
  html,
  live,
  nothing,
  paragraph,
  timeOf,
  type Content,
  type TemplateResult,
} from '../template';
import type { ShownTurn } from './shownTurn';
import { inlineCode } from '../render/inlineCode';

/** Maximum number of printed lines that are shown at first. */
const MAX_LINES = 40;

export interface TurnPanelView {
  readonly task: TaskView;
  readonly mark: TurnMark;
  /** Undefined while it is being read. */
  readonly shown: ShownTurn | undefined;
  readonly words: string;
  /** Number of steps with the words; undefined without a search. */
  readonly found: number | undefined;
  readonly list: HTMLElement;
  /** The long texts of this turn that are shown as a whole. */
  readonly sections: Sections;
  readonly onSearch: (words: string) => void;
  readonly onTranscripts: () => void;
  readonly onEnd: () => void;
}

/** A turn: how it went, its links, the search, its steps, and what its agent does now. */
export function turnPanel(scope: TaskScope, view: TurnPanelView): TemplateResult {
  const { mark, shown, list } = view;
  return html`<section class="turn-panel" aria-label="Turn ${mark.number}">
    ${head(scope, view)}
    ${shown === undefined ? html`<p class="muted">Reading the steps…</p>` : html`${searchBar(view, shown)}${notes(view, shown)}`}
    <div ?hidden=${shown === undefined || shown.lines.length === 0}>${list}</div>
    ${shown === undefined ? nothing : output(scope, view, shown)}
    ${mark.outcome === 'running' ? now(scope, view) : nothing}
  </section>`;
}

/** What its agent does now, and the way to it. */
function now(scope: TaskScope, { task, onEnd }: TurnPanelView): Content {
  const look = { action: 'toEnd', label: 'Newest step', appearance: 'secondary' } as const;
  return html`<div class="turn-now"
    >${stepsNow(scope, task)}${button({ ...look, onPress: onEnd })}</div
  >`;
}

function head(scope: TaskScope, { task, mark, sections }: TurnPanelView): Content {
  const { number, outcome, pivot, at, durationMs, taskId, replay, finding, agent } = mark;
  const by = agent === undefined ? '' : ` · ${agent}`;
  const took = durationMs === undefined ? '' : ` · ${describeDuration(durationMs)}`;
  const used = hasKnownSpending(mark) && mark.spent ? ` · ${describeSpent(mark.spent)}` : '';
  const links = turnLinks(scope, {
    ...{ number, taskId, rewind: task.actions.rewind },
    checkpoint: task.checkpoints.find((each) => each.turn === number),
    ...(replay && { replay }),
    ...(finding && { finding }),
  });
  const reason = boundedParagraph(
    sections,
    'turn-reason',
    { section: 'turn-reason', text: mark.reason },
    (shown) => inlineCode(shown, (part) => linkedText(scope, part)),
  );
  return html`<div class="turn-head"
    ><h2>${`Turn ${number}: ${OUTCOME_WORDS[outcome]}${pivot ? ', a fresh start' : ''}`}</h2
    ><p class="muted">${timeOf(at)}${by}${took}${used}</p>${reason}${links}</div
  >`;
}

function searchBar({ words, found, onSearch }: TurnPanelView, shown: ShownTurn): Content {
  if (shown.lines.length === 0) return nothing;
  const onInput = ({ currentTarget }: Event): void =>
    onSearch((currentTarget as HTMLInputElement).value);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && words !== '') onSearch('');
  };
  const all = countOf(shown.lines.length + shown.dropped, 'step');
  const counted = found === undefined ? all : `${found.toLocaleString()} of ${all}`;
  return html`<div class="step-search"
    ><input
      type="search"
      class="search"
      aria-label="Search the steps of this turn"
      placeholder="Search calls, results and words"
      .value=${live(words)}
      @input=${onInput}
      @keydown=${onKey}
    /><span class="muted step-count">${counted}</span></div
  >`;
}

/** What is missing of the steps, and why. */
function notes({ onTranscripts, mark }: TurnPanelView, shown: ShownTurn): Content {
  const { problems, dropped, gone, running, lines, output: printed } = shown;
  const isEmpty = lines.length === 0 && printed === undefined;
  const told = [
    ...(gone && !running ? ['The output of the agent in this turn is no longer stored.'] : []),
    ...(isEmpty && running ? ['The agent has printed nothing yet.'] : []),
    ...(isEmpty && !running && !gone ? ['The agent printed nothing in this turn.'] : []),
    ...(dropped > 0 ? [`The first ${countOf(dropped, 'step')} are not listed here.`] : []),
    ...problems,
  ];
  if (told.length === 0) return nothing;
  const items = [...new Set(told)].map((text) => html`<li>${inlineCode(text)}</li>`);
  const open =
    (problems.length > 0 || dropped > 0) && mark.outcome !== 'running'
      ? transcriptLink(onTranscripts)
      : nothing;
  return html`<ul class="step-notes muted"
      >${items}</ul
    >${open}`;
}

/** What an agent printed that prints no events. */
function output(
  scope: TaskScope,
  { onTranscripts, sections }: TurnPanelView,
  { output: printed }: ShownTurn,
): Content {
  if (printed === undefined) return nothing;
  const { text, left } = printed;
  return html`<div class="detail"
    ><p class="detail-label" id="turn-output">What the agent printed</p
    >${paragraph(left > 0 ? `Only the end is shown; ${countOf(left, 'character')} before it ${left === 1 ? 'is' : 'are'} left out.` : '', 'muted')}${boundedText(
      sections,
      { section: 'turn-output', text, from: 'end', most: MAX_LINES },
      (words) =>
        html`<pre role="region" aria-labelledby="turn-output">${linkedText(scope, words)}</pre>`,
    )}${transcriptLink(onTranscripts)}</div
  >`;
}

function transcriptLink(onTranscripts: () => void): TemplateResult {
  return html`<p
    ><button type="button" class="link" data-action="openTranscripts" @click=${onTranscripts}
      >Open the whole output</button
    ></p
  >`;
}
