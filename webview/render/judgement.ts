import type { JudgedWords } from '../../src/reports/judge/describeJudged';
import { visibleLine } from '../../src/text/visibleText';
import { h, setShown, setText, type Part } from './dom';

/** Maximum lengths of texts about a judgement, in characters. */
const MAX_NAME = 300;
const MAX_WORDS = 600;

/** Creates the note on who decided on a turn, with the judge's reasoning and the cost. Hidden without one. */
export function createJudgement(): Part<JudgedWords | undefined> {
  const by = h('p');
  const cost = h('p', { class: 'judge-cost' });
  const words = h('blockquote', { class: 'judge-words', 'aria-label': 'The judge’s own words' });
  const element = h('div', { class: 'judgement' }, by, words, cost);
  return {
    element,
    update: (told) => {
      setShown(element, told !== undefined);
      if (told === undefined) return;
      setText(by, visibleLine(`decided by ${told.decidedBy}`, MAX_NAME));
      setText(words, `“${visibleLine(told.reasoning, MAX_WORDS)}”`);
      setShown(words, told.reasoning !== '');
      setText(cost, told.cost);
      setShown(cost, told.cost !== '');
    },
  };
}
