import { isEmptyStatement } from '../attempts/isEmptyStatement';
import { maskSecrets } from '../../text/maskSecrets';
import { outputLines } from '../output/outputLines';
import { outsideFences } from '../output/outsideFences';
import { isAboutStatements, withoutOpenMark } from '../output/statementMarks';
import { truncate } from '../../text/truncate';

/** Maximum number of requests per reply that are sent. */
export const MAX_REQUESTS = 3;
/** Maximum length of a request, in characters; less than that of a line, so that truncation is visible. */
export const MAX_REQUEST = 3_000;
/** Maximum number of request lines that are read. */
const MAX_READ = 1_000;

/** `ASK <agent>: <request>` of an agent's reply. */
export interface AgentRequestLine {
  /** Name as the agent wrote it; not checked against the configuration. */
  readonly to: string;
  /** Without secrets and control characters; not empty, `MAX_REQUEST` characters at most. */
  readonly request: string;
}

/** Requests of a reply to other agents. */
export interface Requests {
  /** In order, without duplicates, at most `MAX_REQUESTS`. */
  readonly asked: readonly AgentRequestLine[];
  /** Number of further requests. */
  readonly leftOut: number;
}

/** A request line, with the Markdown marks of a statement; a quoted line (`> ASK …`) is not a request. */
const ASK =
  /^(?<lead>[*_#` ]{0,40}(?:(?:[-+•]|\d{1,3}[.)]) {1,9})?[*_#` ]{0,40})ASK(?<marks>[*_`]{0,3}) {1,9}(?<open>[*_`]{0,3})(?<to>[A-Za-z][A-Za-z0-9._-]{0,63})[*_`]{0,3} {0,3}:(?<close>[*_`]{0,3})[ \t]*(?<said>.*)$/;

/** Any other statement; ends the preceding request. */
const STATEMENT =
  /^[*_#>` ]{0,40}(?:(?:[-+•]|\d{1,3}[.)]) {1,9})?[*_`]{0,3}(?:DONE|BLOCKED|STRATEGY)[*_`]{0,3}:/;

/**
 * Parses the requests (`ASK <agent>: …`) of a reply. A request ends at an empty line, a code block
 * or another statement. Ignores code blocks, quotes, placeholders and talk about such lines. Linear
 * in the reply's length.
 */
export function parseRequests(reply: string): Requests {
  const found = new Map<string, AgentRequestLine>();
  for (const { to, lines } of splitParagraphs(reply)) {
    const request = toRequestText(lines);
    if (!isEmptyStatement(request)) found.set(`${to}\n${request}`, { to, request });
  }
  const asked = [...found.values()];
  return {
    asked: asked.slice(0, MAX_REQUESTS),
    leftOut: Math.max(0, asked.length - MAX_REQUESTS),
  };
}

interface Paragraph {
  readonly to: string;
  readonly lines: string[];
}

function splitParagraphs(reply: string): readonly Paragraph[] {
  const all: Paragraph[] = [];
  let open: Paragraph | undefined;
  for (const line of outsideFences(outputLines(reply))) {
    const begun = startParagraph(line);
    if (begun !== undefined) {
      if (all.length >= MAX_READ) break;
      all.push((open = begun));
    } else if (line.trim() === '' || STATEMENT.test(line)) open = undefined;
    else open?.lines.push(line);
  }
  return all;
}

function startParagraph(line: string): Paragraph | undefined {
  const found = ASK.exec(line)?.groups;
  const { lead = '', marks = '', open = '', close = '', to = '', said = '' } = found ?? {};
  if (to === '' || isAboutStatements({ lead, close, said })) return undefined;
  // A name may end in "_"; after an opening mark, "_" closes that mark instead.
  const isMarked = `${lead}${marks}${open}`.includes('_');
  return { to: isMarked ? to.replace(/_{1,3}$/, '') : to, lines: said === '' ? [] : [said] };
}

/** Plain text of a request: masked, truncated to `MAX_REQUEST` characters. */
function toRequestText(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    text += `${line.trim()}\n`;
    if (text.length > 2 * MAX_REQUEST) break;
  }
  const plain = text
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/\p{Cc}/gu, (control) => (control === '\n' ? control : ' '));
  return truncate(maskSecrets(withoutOpenMark(plain)), MAX_REQUEST);
}
