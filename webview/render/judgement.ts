import {
  describeJudged,
  isDecided,
  hasJudgedTurn,
  withoutReasoning,
  type DecidedTurn,
} from '../../src/model/report/describeJudged';
import { visibleLine } from '../visibleText';
import { h, setShown, setText, type Part } from './dom';

/** Longest texts about a judgement, in characters. */
const MAX_NAME = 300;
const MAX_WORDS = 600;

interface ReasonedTurn extends DecidedTurn {
  readonly reason: string;
}

/**
 * Says for each of these turns who decided, and its reason without the judge's words, which stand
 * beside it; nothing where the judge was asked about none of them.
 */
export function decisionsOf(
  turns: readonly ReasonedTurn[],
): (turn: ReasonedTurn) => { readonly reason: string; readonly decided?: DecidedTurn } {
  const told = hasJudgedTurn(turns);
  return (turn) => ({
    reason: withoutReasoning(turn.reason, turn.judged),
    ...(told && isDecided(turn) ? { decided: turn } : {}),
  });
}

/** Who decided about a turn, the judge's own words, and what asking it took. Hidden without one. */
export function createJudgement(): Part<DecidedTurn | undefined> {
  const by = h('p');
  const cost = h('p', { class: 'judge-cost' });
  const words = h('blockquote', { class: 'judge-words', 'aria-label': 'The judge’s own words' });
  const element = h('div', { class: 'judgement' }, by, words, cost);
  return {
    element,
    update: (turn) => {
      setShown(element, turn !== undefined);
      if (turn === undefined) return;
      const told = describeJudged(turn);
      setText(by, visibleLine(`decided by ${told.decidedBy}`, MAX_NAME));
      setText(words, `“${visibleLine(told.reasoning, MAX_WORDS)}”`);
      setShown(words, told.reasoning !== '');
      setText(cost, told.cost);
      setShown(cost, told.cost !== '');
    },
  };
}
