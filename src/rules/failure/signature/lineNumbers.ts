import { toOwnFile } from './toOwnFile';

/** Where a place in a file ends: `.ts:3:5`, `.ts(3,5)`, `.java:[3,5]`. */
const PLACE =
  /(\.[A-Za-z]\w{0,7})(?::\d{1,7}(?::\d{1,7})?|\(\d{1,7}(?:,\d{1,7})?\)|:\[\d{1,7},\d{1,7}\]| \(\d{1,7}:\d{1,7}\)| \d{1,7}:\d{1,7}-\d{1,7})(?![\w.])/g;
const WORD = /(\b[Ll]ines? )\d{1,7}(?:(,? col(?:umn)? )\d{1,7})?/g;
const LINTER_ROW = /^(\s{0,8})\d{1,7}:\d{1,7}(?=\s+(?:error|warning)\b)/;
/** Surefire's summary names the method, not the file: `[ERROR]   CartTest.adds:12->check:15 …`. */
const METHOD = /(\w):\d{1,7}(?= |->|$)/g;
/** Ends of names that are hosts: what follows is a port. */
const HOST = /^\.(?:com|org|net|io|dev|local)$/;
/** Ends of names of files that programs are written in, or read. */
const SOURCE =
  /^\.(?:[cm]?[jt]sx?|pyi?|rb|go|rs|java|kts?|scala|groovy|gradle|cs|fs|vb|cc?|cpp|cxx|hh?|hpp|mm?|swift|php|p[lm]|t|sh|bash|bats|lua|dart|exs?|erl|hs|mli?|clj[cs]?|vue|svelte|astro|s?css|less|html?|json5?|ya?ml|toml|xml|sql|md|mdx|jl|zig|nim|tf|proto|sol|feature|spec|robot|cmake|mk|txt|csv|ini|cfg|conf|properties)$/i;
const BEFORE_PATH = /[\s:()'"<>[\]`=,]/;

/** The text without the numbers of lines and columns, the second tier of a signature. */
export function withoutLines(text: string): string {
  return mask(text, () => true)
    .replace(WORD, wordsOnly)
    .replace(/^\[ERROR\] {1,4}\w[\w.$>:-]{0,300}/, (name) => name.replace(METHOD, '$1:<line>'))
    .replace(LINTER_ROW, '$1<line>');
}

/** The text without the numbers of lines in files that are not the user's own. */
export function withoutForeignLines(text: string): string {
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

/** Longest path that is looked at, in characters. */
const MAX_PATH = 300;

function pathBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < MAX_PATH && !BEFORE_PATH.test(text[start - 1] ?? ' ')) {
    start -= 1;
  }
  return text.slice(start, end);
}
