import * as z from 'zod/mini';
import type { AgentLimit, AgentRefusedCall } from '../../../model/steps/step';
import { isObject, textOf, wordOf } from '../../json/jsonValue';
import { limitDenied } from './deniedCalls';
import { anything, flag, word } from './jsonText';
import { toAgentLimit } from './toAgentLimit';

const blockSchema = z.object({
  type: z.string(),
  text: word,
  thinking: word,
  id: word,
  name: word,
  input: anything,
  tool_use_id: word,
  content: anything,
  is_error: flag,
});

/** One content block of a message. */
export type ClaudeBlock = z.infer<typeof blockSchema>;

const list = z.catch(z.array(z.unknown()), []);
const amount = z.catch(z.optional(z.number()), undefined);

const lineSchema = z.object({
  type: z.string(),
  message: z.catch(
    z.optional(
      z.object({ id: word, model: word, content: z.union([z.string(), z.array(z.unknown())]) }),
    ),
    undefined,
  ),
  parent_tool_use_id: word,
  isSidechain: flag,
  agentId: word,
  error: anything,
  isApiErrorMessage: flag,
  subtype: word,
  claude_code_version: word,
  session_id: word,
  attempt: amount,
  max_retries: amount,
  retry_delay_ms: amount,
  error_status: amount,
  result: word,
  is_error: flag,
  errors: list,
  permission_denials: list,
  rate_limit_info: anything,
});

/** One line, as far as it describes what the agent did. */
type AnyClaudeEvent =
  | {
      readonly kind: 'assistant';
      readonly thread: string | undefined;
      readonly messageId: string | undefined;
      readonly blocks: ClaudeBlocks;
      /** Whether the text is Claude Code's own, such as a message that the service is down. */
      readonly fromProgram: boolean;
    }
  | {
      readonly kind: 'user';
      readonly thread: string | undefined;
      readonly blocks: ClaudeBlocks;
    }
  | {
      readonly kind: 'result';
      /** The answer, or why there is none. */
      readonly text: string;
      readonly failed: boolean;
      /** Why it failed, never empty then. */
      readonly errors: readonly string[];
      /** The agent's own limit that ended it; absent for none. */
      readonly limit: AgentLimit | undefined;
      readonly denied: readonly AgentRefusedCall[];
    }
  | {
      readonly kind: 'init';
      readonly version: string | undefined;
      readonly session: string | undefined;
    }
  /** What its service says about one limit of the plan, in healthy turns too. */
  | {
      readonly kind: 'limit';
      /** Which limit, such as `five_hour`. */
      readonly name: string;
      /** When it is reset, in milliseconds since 1970, if it is used up. */
      readonly resetsAt: number | undefined;
    }
  /** It waits before it retries its service. */
  | { readonly kind: 'retry'; readonly words: string }
  /** A known event that is not an action. */
  | { readonly kind: 'other' };

/** Content of a message; undefined where it has none that could be read. */
export type ClaudeBlocks = readonly (ClaudeBlock | undefined)[] | undefined;

/** Kinds of lines that describe no action of the agent, or repeat other lines. */
const IGNORED_TYPES = new Set([
  ...['stream_event', 'tool_progress', 'tool_use_summary', 'auth_status'],
  ...['prompt_suggestion', 'keep_alive', 'control_request', 'control_response'],
  ...['control_cancel_request', 'transcript_mirror', 'command_lifecycle', 'conversation_reset'],
]);

export type ClaudeEvent<Kind extends AnyClaudeEvent['kind'] = AnyClaudeEvent['kind']> = Extract<
  AnyClaudeEvent,
  { readonly kind: Kind }
>;

/** A relevant line; undefined for any other. Members of wrong types count as absent. */
export function parseClaudeEvent(value: object): ClaudeEvent | undefined {
  const line = lineSchema.safeParse(value).data;
  if (line === undefined) return undefined;
  const { message } = line;
  switch (line.type) {
    case 'assistant':
    case 'user': {
      const blocks = message && parseBlocks(message.content);
      const thread = readThread(line);
      if (line.type === 'user') return { kind: 'user', thread, blocks };
      const fromProgram = isFromProgram(line);
      return { kind: 'assistant', thread, messageId: message?.id, blocks, fromProgram };
    }
    case 'result':
      return line.subtype === undefined ? undefined : parseResult(line);
    case 'system':
      return parseSystem(line);
    case 'rate_limit_event':
      return parseLimit(line);
    default:
      return IGNORED_TYPES.has(line.type) ? { kind: 'other' } : undefined;
  }
}

type Line = z.infer<typeof lineSchema>;

function readThread({
  parent_tool_use_id: parent,
  isSidechain,
  agentId,
}: Line): string | undefined {
  if (parent !== undefined) return parent;
  return isSidechain === true ? (agentId ?? 'sidechain') : undefined;
}

function isFromProgram({ message, error, isApiErrorMessage }: Line): boolean {
  const errs = typeof error === 'string' || isApiErrorMessage === true;
  return errs || message?.model === '<synthetic>';
}

function parseResult(line: Line): ClaudeEvent<'result'> {
  const { subtype = 'error', result, is_error, errors, error } = line;
  const failed = is_error === true || subtype !== 'success';
  // Claude Code lists them, Qwen Code names one.
  const named = isObject(error) ? wordOf(error['message']) : undefined;
  const messages = [...errors.map(textOf), named ?? ''].filter((error) => error.trim() !== '');
  const text = result ?? '';
  const why = messages.length > 0 || text.trim() !== '' ? messages : [subtype];
  const kind = LIMITS.get(subtype);
  const limit = kind === undefined ? undefined : toAgentLimit(kind, messages[0] ?? '');
  return { kind: 'result', text, failed, errors: why, limit, denied: readDenied(line) };
}

const LIMITS: ReadonlyMap<string, AgentLimit['kind']> = new Map([
  ['error_max_turns', 'turns'],
  ['error_max_budget_usd', 'budget'],
]);

function readDenied({ permission_denials: denials }: Line): readonly AgentRefusedCall[] {
  const calls = denials.filter(isObject).flatMap(({ tool_name: name, tool_input: input }) => {
    const tool = wordOf(name);
    return tool === undefined ? [] : [{ tool, args: textOf(input) }];
  });
  return limitDenied(calls);
}

/** All other system lines count as known, with any subtype. */
function parseSystem(line: Line): ClaudeEvent {
  if (line.subtype === 'init')
    return { kind: 'init', version: line.claude_code_version, session: line.session_id };
  return line.subtype === 'api_retry' ? { kind: 'retry', words: formatRetry(line) } : OTHER;
}

const OTHER = { kind: 'other' } as const;

/** Only `status` says that a limit is used up: `overageStatus` is "rejected" wherever no credits are bought. */
function parseLimit({ rate_limit_info: info }: Line): ClaudeEvent {
  if (!isObject(info)) return OTHER;
  const { status, rateLimitType, resetsAt: seconds } = info;
  const isUsedUp = status === 'rejected' && typeof seconds === 'number' && seconds > 0;
  const resetsAt = isUsedUp ? Math.min(seconds * 1_000, LAST_TIME) : undefined;
  return { kind: 'limit', name: wordOf(rateLimitType) ?? '', resetsAt };
}

/** The last millisecond of a date. */
const LAST_TIME = 8.64e15;

/** Why it retries its service, such as `rate_limit`. */
const RETRY_REASON = /^(?!unknown$)[a-z_]{1,40}$/;

/** "retrying 6 of 10, overloaded, 19 s". */
function formatRetry({ attempt, max_retries: most, retry_delay_ms: ms, ...line }: Line): string {
  const times = [attempt, most].filter((each) => each !== undefined).join(' of ');
  const named = RETRY_REASON.test(textOf(line.error)) ? textOf(line.error) : '';
  const status = line.error_status === undefined ? '' : `HTTP ${line.error_status}`;
  return [
    `retrying ${times}`.trim(),
    named.replaceAll('_', ' ') || status,
    ms === undefined ? '' : `${Math.round(ms / 1_000)} s`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function parseBlocks(content: string | readonly unknown[]): ClaudeBlocks {
  if (typeof content === 'string') return [toTextBlock(content)];
  return content.map((block) => blockSchema.safeParse(block).data);
}

function toTextBlock(text: string): ClaudeBlock {
  return { ...blockSchema.parse({ type: 'text' }), text };
}
