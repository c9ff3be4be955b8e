import type { FailureBlock } from './failureBlock';
import { withoutForeignLines, withoutLines } from './lineNumbers';
import { normalise } from './normalise';
import { statesValues, statesValuesInError } from './statement';
import { describeFrame, listOwnFrames } from './toStackContext';

/** A masked text in the two tiers of a signature: with the numbers of the user's own lines and without. */
export interface Tiers {
  readonly exact: string;
  readonly loose: string;
}

/**
 * Characters that are masked of one output, a line or a frame counting some more than it has; of what
 * stands behind, only the beginning of each block and of each line.
 */
const MAX_MASKED = 400_000;
const LINE_COST = 40;
const MAX_LINE_BEHIND = 160;
const MAX_LINES_BEHIND = 8;

/** An error of which only the name is said: the code that failed tells which one it is. */
const NAMELESS = /^(?:E\s{1,8})?[\w.]{1,200}:?\s*$/;

/** Texts in the two tiers. */
export function toTextTiers(texts: readonly string[], workspace: string): readonly Tiers[] {
  const spent = { characters: 0 };
  return texts.map((text) => toLineTiers(text, { workspace, isStatement: statesValues, spent }));
}

/** A line of an error, masked as it is in the exact tier. */
export function maskErrorLine(line: string, workspace: string): string {
  const spent = { characters: 0 };
  return toLineTiers(line, { workspace, isStatement: statesValuesInError, spent }).exact;
}

/** Blocks in the two tiers, with the places of their errors. */
export function toBlockTiers(blocks: readonly FailureBlock[], workspace: string): readonly Tiers[] {
  const spent = { characters: 0 };
  return blocks.map((block) => {
    const isStatement = block.kind === 'error' ? statesValuesInError : statesValues;
    const mask = (line: string): Tiers => toLineTiers(line, { workspace, isStatement, spent });
    const { lines, code, stack } = isBudgetSpent(spent) ? takeBeginning(block) : block;
    for (const { file } of stack) spent.characters += file.length + LINE_COST;
    const isNameless = code !== '' && NAMELESS.test(lines[0] ?? '');
    const texts = (isNameless ? [...lines, code] : lines).map(mask);
    const frames = listOwnFrames({ ...block, stack }, workspace);
    const [innermost] = frames;
    return {
      exact: join([
        ...texts.map(({ exact }) => exact),
        ...frames.map((each) => describeFrame(each, true)),
      ]),
      loose: join([
        ...texts.map(({ loose }) => loose),
        ...(innermost === undefined ? [] : [describeFrame(innermost, false)]),
      ]),
    };
  });
}

function join(lines: readonly string[]): string {
  return lines.join('\n');
}

function takeBeginning(block: FailureBlock): FailureBlock {
  const { lines, stack } = block;
  return {
    ...block,
    lines: lines.slice(0, MAX_LINES_BEHIND),
    stack: stack.slice(0, MAX_LINES_BEHIND),
  };
}

/** What has been masked of one output. */
interface Spent {
  characters: number;
}

function isBudgetSpent({ characters }: Spent): boolean {
  return characters > MAX_MASKED;
}

interface MaskOptions {
  readonly workspace: string;
  readonly isStatement: (line: string) => boolean;
  readonly spent: Spent;
}

function toLineTiers(line: string, { workspace, isStatement, spent }: MaskOptions): Tiers {
  const text = isBudgetSpent(spent) ? line.slice(0, MAX_LINE_BEHIND) : line;
  spent.characters += text.length + LINE_COST;
  const normal = normalise(text, workspace, isStatement(text));
  return { exact: withoutForeignLines(normal), loose: withoutLines(normal) };
}
