import type { FailureBlock } from './failureBlock';
import { withoutForeignLines, withoutLines } from './lineNumbers';
import { normalise } from './normalise';
import { statesValues, statesValuesInError } from './statement';
import { frameText, ownFrames } from './stackContext';

/** A masked text in the two tiers of a signature: with the numbers of the user's own lines and without. */
export interface Tiers {
  readonly exact: string;
  readonly loose: string;
}

/** Characters that are masked of one output; of what stands behind, only the beginning of each line. */
const MAX_MASKED = 300_000;
const MAX_LINE_BEHIND = 160;

/** An error of which only the name is said: the code that failed tells which one it is. */
const NAMELESS = /^(?:E\s{1,8})?[\w.]{1,200}:?\s*$/;

/** Texts in the two tiers. */
export function textTiers(texts: readonly string[], workspace: string): readonly Tiers[] {
  const mask = masker(workspace, statesValues);
  return texts.map(mask);
}

/** A line of an error, masked as it is in the exact tier. */
export function maskedErrorLine(line: string, workspace: string): string {
  return masker(workspace, statesValuesInError)(line).exact;
}

/** Blocks in the two tiers, with the places of their errors. */
export function blockTiers(blocks: readonly FailureBlock[], workspace: string): readonly Tiers[] {
  const maskName = masker(workspace, statesValues);
  const mask = masker(workspace, statesValuesInError);
  return blocks.map((block) => {
    const lines = block.lines.map(block.kind === 'error' ? mask : maskName);
    const frames = ownFrames(block, workspace);
    const [innermost] = frames;
    const isNameless = block.code !== '' && NAMELESS.test(block.lines[0] ?? '');
    const code = isNameless ? [mask(block.code)] : [];
    const texts = [...lines, ...code];
    return {
      exact: join([
        ...texts.map(({ exact }) => exact),
        ...frames.map((each) => frameText(each, true)),
      ]),
      loose: join([
        ...texts.map(({ loose }) => loose),
        ...(innermost === undefined ? [] : [frameText(innermost, false)]),
      ]),
    };
  });
}

function join(lines: readonly string[]): string {
  return lines.join('\n');
}

/** Masks lines one by one and looks at less of each once they have been many. */
function masker(
  workspace: string,
  isStatement: (line: string) => boolean,
): (line: string) => Tiers {
  let masked = 0;
  return (line) => {
    const text = masked > MAX_MASKED ? line.slice(0, MAX_LINE_BEHIND) : line;
    masked += text.length;
    const normal = normalise(text, workspace, isStatement(text));
    return { exact: withoutForeignLines(normal), loose: withoutLines(normal) };
  };
}
