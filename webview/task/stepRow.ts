import type { StepLine } from '../../src/model/steps/stepLine';
import { visibleLine } from '../../src/text/visibleText';
import type { OpenedStep } from '../../src/protocol/taskPage/taskPageView';
import { describeCall } from '../stepPicture';
import { flag, html, nothing, type Content, type TemplateResult } from '../template';
import { stepDetails, type StepActions } from './stepDetails';

/** A step in the list of those that are shown. */
export interface StepRow {
  /** Index of the step in its turn. */
  readonly index: number;
  readonly line: StepLine;
  /** Place in the list, from 1, and length of the list. */
  readonly place: number;
  readonly count: number;
  /** Name of the call of an agent that begins with it; '' for none. */
  readonly heading: string;
  /** Words to be marked, in lower case; '' for none. */
  readonly words: string;
  /** Whether it is opened; its details once they are there. */
  readonly isOpen: boolean;
  readonly details: OpenedStep | undefined;
  /** Whether it is the tab stop of the list. */
  readonly isStop: boolean;
}

/** One step: what the agent wrote, its call and the beginning of its result; opened with all of them. */
export function stepRow(row: StepRow, actions: StepActions): TemplateResult {
  const { index, line, place, count, heading, isOpen, isStop, details } = row;
  return html`<div
    class="step"
    role="listitem"
    aria-posinset=${place}
    aria-setsize=${count}
    data-failed=${flag(line.failed === true)}
    data-words=${flag(line.tool === '')}
    >${heading === '' ? nothing : html`<p class="step-heading">${heading}</p>`}<button
      type="button"
      class="step-line"
      tabindex=${isStop ? 0 : -1}
      data-index=${index}
      aria-expanded=${String(isOpen)}
      @click=${() => actions.onToggle(index)}
      >${content(row)}</button
    >${isOpen ? html`<div class="step-open">${details === undefined ? LOADING : stepDetails(actions, details)}</div>` : nothing}</div
  >`;
}

const LOADING = html`<p class="muted">Reading…</p>`;

function content({ line, words }: StepRow): Content {
  const said =
    line.said === '' ? nothing : html`<span class="step-words">${marked(line.said, words)}</span>`;
  if (line.tool === '') return said;
  const failed = line.failed === true ? html`<span class="step-failed">✗ failed</span>` : nothing;
  const result =
    line.result === ''
      ? nothing
      : html`<span class="step-result">${marked(visibleLine(line.result, 200), words)}</span>`;
  return html`${said}<span class="step-what"
      ><span class="step-at">${line.number}</span>
      <span class="step-call">${marked(describeCall(line), words)}</span> ${failed}</span
    >${result}`;
}

/** A text in which the words are marked wherever they are. */
function marked(text: string, words: string): Content {
  if (words === '') return html`${text}`;
  const lower = text.toLowerCase();
  // A few letters are longer in lower case; their places are then unknown.
  if (lower.length !== text.length || !lower.includes(words)) return html`${text}`;
  const parts: Content[] = [];
  let end = 0;
  for (let at = lower.indexOf(words); at >= 0; at = lower.indexOf(words, end)) {
    parts.push(html`${text.slice(end, at)}<mark>${text.slice(at, at + words.length)}</mark>`);
    end = at + words.length;
  }
  return html`${parts}${text.slice(end)}`;
}
