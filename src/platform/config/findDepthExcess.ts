import { Lexer, Parser } from 'yaml';

/** Deepest nesting of lists and mappings that is read; `devs.yaml` needs five levels. */
export const MAX_DEPTH = 50;

/** Entries of the parser's stack besides one per level: document and scalar. */
const OTHER_ENTRIES = 2;

/**
 * Finds the offset at which a YAML text exceeds `MAX_DEPTH`; undefined when it does not. Must run before the
 * text is composed: the library's composer recurses, and a stack overflow while V8 compiles a regular
 * expression ends the process. This parser does not recurse.
 */
export function findDepthExcess(text: string): number | undefined {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    if (parser.stack.length > MAX_DEPTH + OTHER_ENTRIES) return parser.offset;
  }
  return undefined;
}
