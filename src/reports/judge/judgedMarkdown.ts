import { groupJudged, type DecidedTurn, type JudgedWords } from './describeJudged';
import { inlineCode, escapeMarkdown, replaceControls } from '../../text/markdown';
import { capitalise } from '../../text/sentence';
import { nameNumbers } from '../../text/list';

/** Who decided on a turn, as a line of Markdown; text of models and agents is formatted as code. */
export interface JudgedMarkdown {
  readonly decidedBy: string;
  /** Lines below it, without bullets: the judge's reasoning, the cost. */
  readonly more: readonly string[];
}

export function judgedMarkdown({ decidedBy, reasoning, cost }: JudgedWords): JudgedMarkdown {
  return {
    decidedBy: escapeMarkdown(replaceControls(decidedBy)),
    more: [
      ...(reasoning === '' ? [] : [`The judge said: ${inlineCode(replaceControls(reasoning))}`]),
      ...(cost === '' ? [] : [`Its cost: ${cost}`]),
    ],
  };
}

/** Lists the turns that the judge was asked about; empty for none. */
export function judgedList(
  turns: readonly (DecidedTurn & { readonly number: number })[],
): readonly string[] {
  return groupJudged(turns).flatMap(({ turns: numbers, decision }) => {
    const { decidedBy, more } = judgedMarkdown(decision);
    const named = nameNumbers('turn', numbers);
    return [
      `- ${capitalise(named)}, decided by ${decidedBy}`,
      ...more.map((line) => `  - ${line}`),
    ];
  });
}
