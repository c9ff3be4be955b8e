import type { StepFormat } from '../../../model/steps/step';
import { findUserPrompt, keepBeginning } from '../parts/userPrompt';
import { isObject, wordOf, type JsonObject } from '../../json/jsonValue';

/** Where the description of a session comes from, lowest precedence first. */
const SOURCES = ['command', 'request', 'title', 'named'] as const;

/** The best description so far, and its source. */
export interface SessionPrompt {
  readonly source: (typeof SOURCES)[number];
  readonly text: string;
}

/**
 * Updates what is known of a run's purpose with a line of its event stream or transcript: the name given to the
 * session, else the title by Claude Code, else the user's first prompt, else the first command.
 */
export function updateSessionPrompt(
  format: StepFormat,
  line: JsonObject,
  known: SessionPrompt | undefined,
): SessionPrompt | undefined {
  if (format === 'claude' || format === 'qwen')
    return selectPrompt(known, readTitle(line) ?? readRequest(line, known));
  if (format !== 'gemini' || known !== undefined) return known;
  const isUser = line['type'] === 'message' && line['role'] === 'user';
  return toSessionPrompt('request', isUser ? findUserPrompt(line['content']) : undefined);
}

function selectPrompt(
  known: SessionPrompt | undefined,
  next: SessionPrompt | undefined,
): SessionPrompt | undefined {
  if (known === undefined || next === undefined) return known ?? next;
  const [before, now] = [SOURCES.indexOf(known.source), SOURCES.indexOf(next.source)];
  // The latest title counts, but the first prompt.
  return now > before || (now === before && now >= SOURCES.indexOf('title')) ? next : known;
}

function toSessionPrompt(
  by: SessionPrompt['source'],
  text: string | undefined,
): SessionPrompt | undefined {
  return text === undefined || text === '' ? undefined : { source: by, text };
}

/** Reads a title; one without a session id is ignored. */
function readTitle({
  type,
  sessionId,
  customTitle,
  aiTitle,
}: JsonObject): SessionPrompt | undefined {
  if (wordOf(sessionId) === undefined) return undefined;
  if (type === 'custom-title')
    return toSessionPrompt('named', keepBeginning(wordOf(customTitle) ?? ''));
  return type === 'ai-title'
    ? toSessionPrompt('title', keepBeginning(wordOf(aiTitle) ?? ''))
    : undefined;
}

function readRequest(
  line: JsonObject,
  known: SessionPrompt | undefined,
): SessionPrompt | undefined {
  return known === undefined || known.source === 'command' ? readUserPrompt(line) : undefined;
}

/** Reads the user's text from a line of Claude Code; `undefined` for lines of others. */
export function readUserPrompt(line: JsonObject): SessionPrompt | undefined {
  const { type, message } = line;
  if (type !== 'user' || !isObject(message) || !isUserMessage(line)) return undefined;
  const { content } = message;
  const answers = Array.isArray(content) && content.some(isResult);
  if (answers) return undefined;
  return (
    toSessionPrompt('request', findUserPrompt(content)) ??
    toSessionPrompt('command', findCommand(content))
  );
}

/** Whether a message comes from the initiator of the run: the user, or in a sub-agent's transcript its parent agent. */
function isUserMessage(line: JsonObject): boolean {
  const made = ['isMeta', 'isCompactSummary', 'isSynthetic'].some((name) => line[name] === true);
  // An event stream contains lines of sub-agents among those of the session.
  return !made && wordOf(line['parent_tool_use_id']) === undefined;
}

function isResult(part: unknown): boolean {
  return isObject(part) && part['type'] === 'tool_result';
}

const COMMAND = /<command-name>\s*([^<]{1,200})<\/command-name>/;
const ARGUMENTS = /<command-args>([^<]{0,2000})/;
/** Characters that are searched for a command. */
const MAX_COMMAND_CHARACTERS = 10_000;

/** Restores a command such as "/fix-issue 12" from the elements that Claude Code writes for it. */
function findCommand(content: unknown): string | undefined {
  if (typeof content !== 'string' || !/^\s*<command-/.test(content)) return undefined;
  const text = content.slice(0, MAX_COMMAND_CHARACTERS);
  const name = COMMAND.exec(text)?.[1];
  if (name === undefined) return undefined;
  return keepBeginning(`${name.trim()} ${ARGUMENTS.exec(text)?.[1] ?? ''}`);
}
