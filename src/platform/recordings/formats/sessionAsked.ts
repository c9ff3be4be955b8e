import type { StepFormat } from '../../../model/steps/step';
import { askedIn, keptBeginning } from '../parts/asked';
import { isObject, wordOf, type JsonObject } from '../../json/jsonValue';

/** What a session tells of what it was asked for, by what counts for less first. */
const RANKS = ['command', 'request', 'title', 'named'] as const;

/** What has been told so far, and how. */
export interface ToldAsked {
  readonly by: (typeof RANKS)[number];
  readonly text: string;
}

/**
 * What is known after a line of an event stream or a transcript of what its run was asked for: the name that its
 * session was given, else the title that Claude Code gave it, else the first request, else the first command.
 */
export function askedAfter(
  format: StepFormat,
  line: JsonObject,
  known: ToldAsked | undefined,
): ToldAsked | undefined {
  if (format === 'claude' || format === 'qwen')
    return better(known, titleOf(line) ?? requestOf(line, known));
  if (format !== 'gemini' || known !== undefined) return known;
  const said = line['type'] === 'message' && line['role'] === 'user';
  return told('request', said ? askedIn(line['content']) : undefined);
}

function better(known: ToldAsked | undefined, next: ToldAsked | undefined): ToldAsked | undefined {
  if (known === undefined || next === undefined) return known ?? next;
  const [before, now] = [RANKS.indexOf(known.by), RANKS.indexOf(next.by)];
  // A session is called by its latest title, and was asked for by its first request.
  return now > before || (now === before && now >= RANKS.indexOf('title')) ? next : known;
}

function told(by: ToldAsked['by'], text: string | undefined): ToldAsked | undefined {
  return text === undefined || text === '' ? undefined : { by, text };
}

/** Titles that name their session: of any other nobody could say whose it is. */
function titleOf({ type, sessionId, customTitle, aiTitle }: JsonObject): ToldAsked | undefined {
  if (wordOf(sessionId) === undefined) return undefined;
  if (type === 'custom-title') return told('named', keptBeginning(wordOf(customTitle) ?? ''));
  return type === 'ai-title' ? told('title', keptBeginning(wordOf(aiTitle) ?? '')) : undefined;
}

function requestOf(line: JsonObject, known: ToldAsked | undefined): ToldAsked | undefined {
  return known === undefined || known.by === 'command' ? wordsOfUser(line) : undefined;
}

/** What the user says with a line of Claude Code; undefined for one of anybody else's. */
export function wordsOfUser(line: JsonObject): ToldAsked | undefined {
  const { type, message } = line;
  if (type !== 'user' || !isObject(message) || !isUsers(line)) return undefined;
  const { content } = message;
  const answers = Array.isArray(content) && content.some(isResult);
  if (answers) return undefined;
  return told('request', askedIn(content)) ?? told('command', commandIn(content));
}

/** Whether a message is of who started the run: a user, or for a transcript of a sub-agent the one who sent it. */
function isUsers(line: JsonObject): boolean {
  const made = ['isMeta', 'isCompactSummary', 'isSynthetic'].some((name) => line[name] === true);
  // In a stream the lines of a sub-agent stand among those of the session.
  return !made && wordOf(line['parent_tool_use_id']) === undefined;
}

function isResult(part: unknown): boolean {
  return isObject(part) && part['type'] === 'tool_result';
}

const COMMAND = /<command-name>\s*([^<]{1,200})<\/command-name>/;
const ARGUMENTS = /<command-args>([^<]{0,2000})/;
/** Characters in which a command stands. */
const COMMAND_ROOM = 10_000;

/** "/fix-issue 12", of what Claude Code makes of it. */
function commandIn(content: unknown): string | undefined {
  if (typeof content !== 'string' || !/^\s*<command-/.test(content)) return undefined;
  const text = content.slice(0, COMMAND_ROOM);
  const name = COMMAND.exec(text)?.[1];
  if (name === undefined) return undefined;
  return keptBeginning(`${name.trim()} ${ARGUMENTS.exec(text)?.[1] ?? ''}`);
}
