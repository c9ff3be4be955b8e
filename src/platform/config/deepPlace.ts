import { Lexer, Parser } from 'yaml';

/** Levels of lists and mappings inside each other that are read; `devs.yaml` needs five. */
export const MAX_DEPTH = 50;

/** What the parser's stack holds besides one entry for each level: document and scalar. */
const OTHER_ENTRIES = 2;

/**
 * Offset at which a YAML text gets deeper than that; undefined when it stays flatter. To be asked
 * before it is composed: the library's composer recurses, and where the stack ends while V8
 * compiles a regular expression, the whole process dies. This parser does not recurse.
 */
export function deepPlace(text: string): number | undefined {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    if (parser.stack.length > MAX_DEPTH + OTHER_ENTRIES) return parser.offset;
  }
  return undefined;
}
