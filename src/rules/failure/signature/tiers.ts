import type { FailureBlock } from './failureBlock';
import { normalise } from './normalise';
import { statesValues, statesValuesInError } from './statement';
import { describeFrame, listOwnFrames } from './toStackContext';
import { toOwnFile } from './toOwnFile';

/** A masked text in the two tiers of a signature: with the line numbers of the user's own files, and without. */
export interface Tiers {
  readonly exact: string;
  readonly loose: string;
}

/**
 * Maximum number of characters masked for one output; a line or a frame counts `LINE_COST` more than its length. Beyond
 * it, only the beginning of each block and line is used.
 */
const MAX_MASKED = 400_000;
const LINE_COST = 40;
const MAX_LINE_BEHIND = 160;
const MAX_LINES_BEHIND = 8;

/** An error without a message: the failing code identifies it. */
const NAMELESS = /^(?:E\s{1,8})?[\w.]{1,200}:?\s*$/;

/** Masks texts in the two tiers. */
export function toTextTiers(texts: readonly string[], workspace: string): readonly Tiers[] {
  const spent = { characters: 0 };
  return texts.map((text) => toLineTiers(text, { workspace, isStatement: statesValues, spent }));
}

/** Masks a line of an error as in the exact tier. */
export function maskErrorLine(line: string, workspace: string): string {
  const spent = { characters: 0 };
  return toLineTiers(line, { workspace, isStatement: statesValuesInError, spent }).exact;
}

/** Masks blocks in the two tiers, with the places of their errors. */
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

/** Characters masked so far for one output. */
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

/** End of a place in a file: `.ts:3:5`, `.ts(3,5)`, `.java:[3,5]`. */
const PLACE =
  /(\.[A-Za-z]\w{0,7})(?::\d{1,7}(?::\d{1,7})?|\(\d{1,7}(?:,\d{1,7})?\)|:\[\d{1,7},\d{1,7}\]| \(\d{1,7}:\d{1,7}\)| \d{1,7}:\d{1,7}-\d{1,7})(?![\w.])/g;
const WORD = /(\b[Ll]ines? )\d{1,7}(?:(,? col(?:umn)? )\d{1,7})?/g;
const LINTER_ROW = /^(\s{0,8})\d{1,7}:\d{1,7}(?=\s+(?:error|warning)\b)/;
/** Surefire's summary names the method, not the file: `[ERROR]   CartTest.adds:12->check:15 …`. */
const METHOD = /(\w):\d{1,7}(?= |->|$)/g;
/** Suffixes of host names: a port follows. */
const HOST = /^\.(?:com|org|net|io|dev|local)$/;
/** Extensions of source and data files. */
const SOURCE =
  /^\.(?:[cm]?[jt]sx?|pyi?|rb|go|rs|java|kts?|scala|groovy|gradle|cs|fs|vb|cc?|cpp|cxx|hh?|hpp|mm?|swift|php|p[lm]|t|sh|bash|bats|lua|dart|exs?|erl|hs|mli?|clj[cs]?|vue|svelte|astro|s?css|less|html?|json5?|ya?ml|toml|xml|sql|md|mdx|jl|zig|nim|tf|proto|sol|feature|spec|robot|cmake|mk|txt|csv|ini|cfg|conf|properties)$/i;
const BEFORE_PATH = /[\s:()'"<>[\]`=,]/;

/** Masks the numbers of lines and columns: the second tier of a signature. */
function withoutLines(text: string): string {
  return mask(text, () => true)
    .replace(WORD, wordsOnly)
    .replace(/^\[ERROR\] {1,4}\w[\w.$>:-]{0,300}/, (name) => name.replace(METHOD, '$1:<line>'))
    .replace(LINTER_ROW, '$1<line>');
}

/** Masks line numbers in files that are not the user's own. */
function withoutForeignLines(text: string): string {
  return mask(text, (path) => toOwnFile(path, '') === undefined);
}

function wordsOnly(_: string, line: string, column: string | undefined): string {
  return column === undefined ? `${line}<line>` : `${line}<line>${column}<line>`;
}

function mask(text: string, masked: (path: string) => boolean): string {
  return text.replace(PLACE, (all: string, extension: string, offset: number) => {
    if (HOST.test(extension)) return all;
    const path = pathBefore(text, offset) + extension;
    // "cart.add(3)" and "order.total:7" are a call and a value.
    if (!SOURCE.test(extension) && !/[\\/]/.test(path)) return all;
    return masked(path) ? `${extension}:<line>` : all;
  });
}

/** Maximum length of a path that is read, in characters. */
const MAX_PATH = 300;

function pathBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < MAX_PATH && !BEFORE_PATH.test(text[start - 1] ?? ' ')) {
    start -= 1;
  }
  return text.slice(start, end);
}
