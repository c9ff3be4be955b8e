import {
  isMap,
  LineCounter,
  parseDocument,
  type Document,
  type YAMLError,
  Lexer,
  Parser,
} from 'yaml';
import { findKeyProblems } from './keyProblems';
import { createLocator, type Locator } from './locator';
import { MAX_PROBLEMS, type FileProblem } from './fileProblem';
import { oneLine } from '../../text/oneLine';

/** The content of a YAML text, and the positions of its parts. */
export type YamlText =
  | {
      readonly kind: 'value';
      readonly value: unknown;
      readonly problems: readonly FileProblem[];
      readonly locator: Locator;
    }
  | {
      readonly kind: 'broken';
      readonly problems: readonly FileProblem[];
      readonly locator: Locator;
    };

/** Largest factor by which aliases may multiply the content. */
const MAX_ALIASES = 100;

const ADVICE: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'Indent with spaces, not with tabs.',
  BAD_INDENT: 'Check the indentation, and that every bracket and brace is closed.',
  MISSING_CHAR: 'Close every quote, bracket and brace; write "key: value" with a space.',
  BAD_ALIAS: 'Put text that begins with "*" or "&" in quotes.',
  BLOCK_AS_IMPLICIT_KEY: 'Put text that holds ": " in quotes.',
  TAG_RESOLVE_FAILED: 'Put text that begins with "!" in quotes.',
};
const SEVERAL_DOCUMENTS =
  'The file holds several documents; keep one, and remove everything from this "---" on.';
const GENERAL_ADVICE = 'Text that holds ": ", " #", braces or brackets needs quotes.';

/** Reads one YAML document. Never throws: unreadable text is a problem. */
export function readYaml(text: string): YamlText {
  const tooDeep = findDepthExcess(text);
  if (tooDeep !== undefined) {
    const message = `The file is nested more than ${MAX_DEPTH} levels deep; reduce the nesting.`;
    return brokenAt(tooDeep, message, createLocator(undefined, countLines(text)));
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
  });
  return readDocument(document, createLocator(document, lines));
}

function countLines(text: string): LineCounter {
  const lines = new LineCounter();
  for (let start = 0; start !== -1; start = text.indexOf('\n', start) + 1 || -1)
    lines.addNewLine(start);
  return lines;
}

function readDocument(document: Document.Parsed, locator: Locator): YamlText {
  const broken = [...document.errors, ...document.warnings];
  if (broken.length > 0) return { kind: 'broken', problems: toSyntaxProblems(broken), locator };
  const { problems, unreadable } = findKeyProblems(document.contents);
  if (unreadable) return { kind: 'broken', problems, locator };
  if (!isMap(document.contents))
    return brokenAt(0, 'The file must be a mapping that begins with "version: 1".', locator);
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return { kind: 'value', value, problems, locator };
  } catch (error) {
    const reason = trimStop((error as Error).message);
    const message = `Its aliases cannot be resolved: ${reason}. Use fewer "*" aliases, or none.`;
    return brokenAt(0, message, locator);
  }
}

function toSyntaxProblems(errors: readonly YAMLError[]): readonly FileProblem[] {
  return errors.slice(0, MAX_PROBLEMS).map(({ code, message, pos }) => ({
    offset: pos[0],
    message:
      code === 'MULTIPLE_DOCS'
        ? SEVERAL_DOCUMENTS
        : `This is not valid YAML: ${trimStop(message)}. ${ADVICE[code] ?? GENERAL_ADVICE}`,
  }));
}

function brokenAt(offset: number, message: string, locator: Locator): YamlText {
  return { kind: 'broken', problems: [{ offset, message }], locator };
}

function trimStop(message: string): string {
  return oneLine(message).replace(/[.:]$/, '');
}

/** Deepest nesting of lists and mappings that is read; `devs.yaml` needs five levels. */
const MAX_DEPTH = 50;

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
