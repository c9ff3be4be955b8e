/** Continuations after a statement word in code marks: the agent describes such lines instead of writing one. */
const TALKS_OF_IT =
  /^(?:lines?|statements?|entr(?:y|ies)|markers?|prefix(?:es)?|tags?|sections?|and|or|is|are|was|were|would|should|will|means?|if|when|unless|for)\b/i;

/** Parts of a line that may be a statement: text before its word, marks after its colon, and the statement. */
export interface StatementParts {
  readonly lead: string;
  readonly close: string;
  readonly said: string;
}

/** Whether the line describes such statements: "`DONE:` lines are …". */
export function isAboutStatements({ lead, close, said }: StatementParts): boolean {
  return lead.endsWith('`') && close.startsWith('`') && TALKS_OF_IT.test(said);
}

/** Strips a Markdown mark at either end whose other half is outside of the text. */
export function withoutOpenMark(said: string): string {
  let text = said.trim();
  for (const mark of ['**', '__', '*', '_', '`']) {
    const isOpen = text.split(mark).length % 2 === 0;
    if (isOpen && text.endsWith(mark)) text = text.slice(0, -mark.length).trimEnd();
    else if (isOpen && text.startsWith(mark)) text = text.slice(mark.length).trimStart();
  }
  return text;
}
