import {
  groupJudged,
  type DecidedTurn,
  type JudgedWords,
} from '../../reports/judge/describeJudged';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { nameNumbers } from '../../text/list';

/** Who decided about a turn, the judge's own words set off by `|`, and what they cost: lines of the turn's block. */
export function decisionLines({ decidedBy, reasoning, cost }: JudgedWords): readonly string[] {
  return [
    `decided by    ${printableLine(decidedBy)}`,
    ...(reasoning === '' ? [] : [`judge said    | ${printableLine(reasoning)}`]),
    ...(cost === '' ? [] : [`cost          ${cost}`]),
  ];
}

/** Questions to the judge about the turns of a run: who decided, the judge's text after `|`, cost; empty for none. */
export function judgeLines(
  turns: readonly (DecidedTurn & { readonly number: number })[],
  style: Style,
): readonly string[] {
  const lines = groupJudged(turns).flatMap(({ turns: numbers, decision }) => {
    const { decidedBy, reasoning, cost } = decision;
    const more = cost === '' ? '' : `  ${style.dim(cost)}`;
    return [
      `${nameNumbers('turn', numbers)}  ${printableLine(decidedBy)}${more}`,
      ...(reasoning === '' ? [] : [`   | ${printableLine(reasoning)}`]),
    ];
  });
  return lines.length === 0 ? [] : [style.dim('DECIDED BY'), ...lines];
}
