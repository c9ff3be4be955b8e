import type { StepVerdict } from '../../src/model/steps/step';
import { LEVEL_SIGNS, type RunTimeline } from '../../src/protocol/replay/replayView';
import { DETECTOR_WORDS } from '../../src/reports/hops/describeHop';
import { countOf } from '../../src/text/count';
import { visibleLine } from '../../src/text/visibleText';
import { html, nothing, paragraph, type Content, type TemplateResult } from '../template';
import { inlineCode } from '../render/inlineCode';
import { boundedList, type Sections } from '../render/bounded';
import { describeVerdictProof, levelWords } from './replayWords';

/** Maximum number of findings that are listed at first. */
const MAX_SHOWN = 3;
/** Maximum length of a sentence about a finding, in characters. */
const MAX_MESSAGE = 300;
/** Maximum length of the advice on a finding, in characters. */
const MAX_ADVICE = 900;

export interface FireListView {
  readonly timeline: RunTimeline;
  /** Index of the finding whose evidence is shown; -1 for none. */
  readonly chosen: number;
  readonly onChoose: (at: number) => void;
}

/** The findings in a run, with detectors and proving steps. */
export function fireList(
  sections: Sections,
  { timeline, chosen, onChoose }: FireListView,
): TemplateResult {
  const { fires, advice, answers, fireCount } = timeline;
  const words = levelWords(timeline);
  const where = answers === undefined ? 'run' : 'session';
  const item = (fire: StepVerdict): Content => {
    const at = fires.indexOf(fire);
    return html`<li
      ><button
        type="button"
        class="fire"
        data-level=${fire.level}
        aria-pressed=${String(at === chosen)}
        @click=${() => onChoose(at)}
        >${content(fire, { level: words[fire.level], advice: advice[at] ?? '', answer: answers?.[at] ?? '' })}</button
      ></li
    >`;
  };
  const view = {
    ...{ section: 'fires', items: fires, noun: 'finding', most: MAX_SHOWN },
    keep: (fire: StepVerdict) => fire === fires[chosen],
  };
  const left = fireCount - fires.length;
  return html`<section class="fire-list" aria-label="Findings">
    ${paragraph(fires.length === 0 ? `Nothing looks like a loop in this ${where}.` : '', 'muted')}
    ${boundedList(
      sections,
      view,
      (shown) =>
        html`<ol class="fires"
          >${shown.map(item)}</ol
        >`,
    )}
    ${paragraph(left > 0 ? `… ${countOf(left, 'more finding')}` : '', 'muted')}
  </section>`;
}

interface FireTexts {
  readonly level: string;
  readonly answer: string;
  readonly advice: string;
}

function content(fire: StepVerdict, { level, answer, advice }: FireTexts): Content {
  const what = `Step ${fire.step}, ${level}: ${DETECTOR_WORDS[fire.detector]}`;
  const advised =
    advice === ''
      ? nothing
      : html`<span class="fire-advice">${inlineCode(visibleLine(advice, MAX_ADVICE))}</span>`;
  return html`<span class="sign" aria-hidden="true">${LEVEL_SIGNS[fire.level]}</span
    ><span class="fire-what">${what}</span
    ><span class="fire-proof">${describeVerdictProof(fire)}</span
    ><span class="fire-message">${inlineCode(visibleLine(fire.message, MAX_MESSAGE))}</span
    >${answer === '' ? nothing : html`<span class="fire-answer">${answer}</span>`}${advised}`;
}
