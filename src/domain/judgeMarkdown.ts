import type { JudgedTurn } from './judge';
import { describeJudged } from './judgeWords';
import { quoted, sentence, withoutControls } from './markdownText';

/** Who decided about a turn, for a line of Markdown; what models and agents wrote is data and stands in code. */
export interface JudgedMarkdown {
  readonly decidedBy: string;
  /** What belongs below it, one line each without a bullet: the judge's own words, what it took. */
  readonly more: readonly string[];
}

export function judgedMarkdown(judged: JudgedTurn | undefined): JudgedMarkdown {
  const { decidedBy, reasoning, cost } = describeJudged(judged);
  return {
    decidedBy: sentence(withoutControls(decidedBy)),
    more: [
      ...(reasoning === '' ? [] : [`The judge said: ${quoted(withoutControls(reasoning))}`]),
      ...(cost === '' ? [] : [`Its cost: ${cost}`]),
    ],
  };
}

/** The turns that the judge was asked about, as a list; empty where there are none. */
export function judgedList(
  turns: readonly { readonly number: number; readonly judged?: JudgedTurn }[],
): readonly string[] {
  return turns.flatMap(({ number, judged }) => {
    if (judged === undefined) return [];
    const { decidedBy, more } = judgedMarkdown(judged);
    return [`- Turn ${number}, decided by ${decidedBy}`, ...more.map((line) => `  - ${line}`)];
  });
}
