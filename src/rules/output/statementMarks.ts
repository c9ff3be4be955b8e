/** An agent that writes the word as code and goes on like this talks of the line, it does not write one. */
const TALKS_OF_IT =
  /^(?:lines?|statements?|entr(?:y|ies)|markers?|prefix(?:es)?|tags?|sections?|and|or|is|are|was|were|would|should|will|means?|if|when|unless|for)\b/i;

/** A line that may be a statement, in its parts: what stands before its word, behind its colon, and what is said. */
export interface StatementParts {
  readonly lead: string;
  readonly close: string;
  readonly said: string;
}

/** Whether the line talks of such statements: "`DONE:` lines are …". */
export function isAboutStatements({ lead, close, said }: StatementParts): boolean {
  return lead.endsWith('`') && close.startsWith('`') && TALKS_OF_IT.test(said);
}

/** Without a mark of Markdown at either end whose other half stood outside of what is said. */
export function withoutOpenMark(said: string): string {
  let text = said.trim();
  for (const mark of ['**', '__', '*', '_', '`']) {
    const isOpen = text.split(mark).length % 2 === 0;
    if (isOpen && text.endsWith(mark)) text = text.slice(0, -mark.length).trimEnd();
    else if (isOpen && text.startsWith(mark)) text = text.slice(mark.length).trimStart();
  }
  return text;
}
