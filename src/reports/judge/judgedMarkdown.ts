import { groupJudged, type DecidedTurn, type JudgedWords } from './describeJudged';
import { inlineCode, escapeMarkdown, replaceControls } from '../../text/markdown';
import { capitalise } from '../../text/sentence';
import { nameNumbers } from '../../text/list';

/** Who decided about a turn, for a line of Markdown; text of models and agents is formatted as code. */
export interface JudgedMarkdown {
  readonly decidedBy: string;
  /** What belongs below it, one line each without a bullet: the judge's own words, what it took. */
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

/** The turns that the judge was asked about, as a list; empty where there are none. */
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
