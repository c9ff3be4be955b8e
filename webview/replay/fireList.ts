import { DETECTOR_WORDS } from '../../src/reports/hops/describeHop';
import type { StepVerdict } from '../../src/model/steps/step';
import { LEVEL_SIGNS, type RunTimeline } from '../../src/protocol/replay/replayView';
import { h, setAttribute, setShown, setText, type Part } from '../render/dom';
import { createKeyedList } from '../render/keyedList';
import { visibleLine } from '../../src/text/visibleText';
import { describeVerdictProof } from './replayWords';
import { countOf } from '../../src/text/count';

/** Maximum length of a sentence about a finding, in characters. */
const MAX_MESSAGE = 300;
/** Maximum length of the advice on a finding, in characters. */
const MAX_ADVICE = 900;

export interface FireListView {
  readonly timeline: RunTimeline;
  /** Index of the finding whose evidence is shown; -1 for none. */
  readonly chosen: number;
}

interface ShownFire {
  readonly at: number;
  readonly fire: StepVerdict;
  readonly advice: string;
  readonly chosen: boolean;
}

/** Creates the list of findings in a run, with detectors and proving steps. */
export function createFireList(onChoose: (at: number) => void): Part<FireListView> {
  const list = h('ol', { class: 'fires' });
  const none = h('p', { class: 'muted' }, 'Nothing looks like a loop in this run.');
  const more = h('p', { class: 'muted' });
  const draw = createKeyedList<ShownFire>(
    list,
    ({ at }) => String(at),
    () => createFire(onChoose),
  );
  let drawn = '';
  const reveal = (chosen: number): void => {
    const item = list.children[chosen];
    if (!(item instanceof HTMLElement)) return;
    const bottom = item.offsetTop + item.offsetHeight - list.clientHeight;
    list.scrollTop = Math.min(item.offsetTop, Math.max(list.scrollTop, bottom));
  };
  return {
    element: h('section', { class: 'fire-list', 'aria-label': 'Findings' }, none, list, more),
    update: ({ timeline: { key, fires, advice, fireCount }, chosen }) => {
      setShown(none, fires.length === 0);
      draw(
        fires.map((fire, at) => ({ at, fire, advice: advice[at] ?? '', chosen: at === chosen })),
      );
      const left = fireCount - fires.length;
      setText(more, `… ${countOf(left, 'more finding')}`);
      setShown(more, left > 0);
      const now = `${key} ${chosen}`;
      if (now !== drawn) reveal(chosen);
      drawn = now;
    },
  };
}

function createFire(onChoose: (at: number) => void): Part<ShownFire> {
  const sign = h('span', { class: 'sign', 'aria-hidden': 'true' });
  const what = h('span', { class: 'fire-what' });
  const proof = h('span', { class: 'fire-proof' });
  const message = h('span', { class: 'fire-message' });
  const advised = h('span', { class: 'fire-advice' });
  const button = h(
    'button',
    { type: 'button', class: 'fire' },
    sign,
    what,
    proof,
    message,
    advised,
  );
  let place = 0;
  button.addEventListener('click', () => onChoose(place));
  return {
    element: h('li', {}, button),
    update: ({ at, fire, advice, chosen }) => {
      place = at;
      const level = fire.level === 'stuck' ? 'stuck' : 'suspected';
      setText(sign, LEVEL_SIGNS[fire.level]);
      setText(what, `Step ${fire.step}, ${level}: ${DETECTOR_WORDS[fire.detector]}`);
      setText(proof, describeVerdictProof(fire));
      setText(message, visibleLine(fire.message, MAX_MESSAGE));
      setText(advised, visibleLine(advice, MAX_ADVICE));
      setShown(advised, advice !== '');
      setAttribute(button, 'data-level', fire.level);
      setAttribute(button, 'aria-pressed', String(chosen));
    },
  };
}
