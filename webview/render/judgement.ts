import {
  describeJudged,
  tellsOfJudge,
  withoutReasoning,
  type JudgedTurn,
} from '../../src/protocol/words';
import { visibleLine } from '../visibleText';
import { h, setAttribute, setShown, setText, type Part } from './dom';

/** Longest texts about a judgement, in characters. */
const MAX_NAME = 300;
const MAX_WORDS = 600;

/** Who decided about a turn; without `judged` the rules alone. */
export interface Judgement {
  readonly judged: JudgedTurn | undefined;
}

interface DecidedTurn {
  readonly reason: string;
  readonly judged?: JudgedTurn;
}

/**
 * Says for each of these turns who decided, and its reason without the judge's words, which stand
 * beside it; nothing where the judge was asked about none of them.
 */
export function decisionsOf(
  turns: readonly DecidedTurn[],
): (turn: DecidedTurn) => { readonly reason: string; readonly decided?: Judgement } {
  const told = tellsOfJudge(turns);
  return ({ reason, judged }) => ({
    reason: withoutReasoning(reason, judged),
    ...(told ? { decided: { judged } } : {}),
  });
}

/** Who decided about a turn, the judge's own words, and what asking it took. Hidden without one. */
export function createJudgement(): Part<Judgement | undefined> {
  const by = h('span');
  const cost = h('span', { class: 'judge-cost' });
  const words = h('blockquote', { class: 'judge-words', 'aria-label': 'The judge’s own words' });
  const element = h('div', { class: 'judgement' }, h('p', {}, by, cost), words);
  return {
    element,
    update: (judgement) => {
      setShown(element, judgement !== undefined);
      if (judgement === undefined) return;
      const { judged } = judgement;
      const told = describeJudged(judged);
      setAttribute(element, 'data-by', judged?.kind === 'decided' ? 'judge' : 'rules');
      setText(by, visibleLine(`decided by ${told.decidedBy}`, MAX_NAME));
      setText(cost, told.cost === '' ? '' : ` · ${told.cost}`);
      setText(words, told.reasoning === '' ? '' : visibleLine(told.reasoning, MAX_WORDS));
      setShown(words, told.reasoning !== '');
    },
  };
}
