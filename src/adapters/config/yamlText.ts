import { isMap, LineCounter, parseDocument, type Document } from 'yaml';
import { keyProblems } from './keyProblems';
import { createLocator, type Locator } from './locator';
import type { FileProblem } from './fileProblem';

/** What a YAML text holds, and where each of its parts stands. */
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

/** Aliases may at most multiply the content by this. */
const MAX_ALIASES = 100;

const ADVICE: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'Keep one document: remove everything from the second "---" on.',
  TAB_AS_INDENT: 'Indent with spaces, not with tabs.',
  BAD_INDENT: 'Indent all keys of one mapping alike, with spaces.',
  MISSING_CHAR: 'Close every quote, bracket and brace; write "key: value" with a space.',
  BAD_ALIAS: 'Put text that begins with "*" or "&" in quotes.',
  BLOCK_AS_IMPLICIT_KEY: 'Put text that holds ": " in quotes.',
  TAG_RESOLVE_FAILED: 'Put text that begins with "!" in quotes.',
};
const GENERAL_ADVICE = 'Text that holds ": ", " #", braces or brackets needs quotes.';

/** Reads one YAML document. Never throws: what cannot be read is a problem. */
export function readYaml(text: string): YamlText {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: 'silent',
    });
    return readDocument(document, createLocator(document, lines));
  } catch (error) {
    // The parser recurses; only nesting that no human writes exhausts it.
    const problem = {
      offset: 0,
      message: `The file cannot be read as YAML (${(error as Error).message}). Nest it less deeply.`,
    };
    return { kind: 'broken', problems: [problem], locator: createLocator(undefined, lines) };
  }
}

function readDocument(document: Document.Parsed, locator: Locator): YamlText {
  const broken = [...document.errors, ...document.warnings].map((error) => ({
    offset: error.pos[0],
    message: `This is not valid YAML: ${withoutPeriod(error.message)}. ${ADVICE[error.code] ?? GENERAL_ADVICE}`,
  }));
  if (broken.length > 0) return { kind: 'broken', problems: broken, locator };
  const { problems, unreadable } = keyProblems(document.contents);
  if (unreadable) return { kind: 'broken', problems, locator };
  if (document.contents === null || !isMap(document.contents)) {
    const problem = {
      offset: 0,
      message: 'The file must be a mapping that begins with "version: 1".',
    };
    return { kind: 'broken', problems: [...problems, problem], locator };
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return { kind: 'value', value, problems, locator };
  } catch (error) {
    const problem = {
      offset: 0,
      message: `Its aliases cannot be resolved: ${withoutPeriod((error as Error).message)}. Use fewer "*" aliases, or none.`,
    };
    return { kind: 'broken', problems: [...problems, problem], locator };
  }
}

function withoutPeriod(message: string): string {
  return message.replace(/\s+/g, ' ').replace(/[.:]$/, '');
}
