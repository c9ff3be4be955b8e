import * as z from 'zod';
import type { AgentLimit, DeniedCall } from '../../domain/step';
import { isObject, textOf, wordOf } from '../json/jsonValue';
import { keptDenied } from './deniedCalls';
import { anything, flag, word } from './jsonText';
import { ownLimit } from './ownLimit';

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

const list = z.array(z.unknown()).catch([]);

const lineSchema = z.object({
  type: z.string(),
  message: z
    .object({ id: word, model: word, content: z.union([z.string(), list]) })
    .optional()
    .catch(undefined),
  parent_tool_use_id: word,
  isSidechain: flag,
  agentId: word,
  error: anything,
  isApiErrorMessage: flag,
  subtype: word,
  result: word,
  is_error: flag,
  errors: list,
  permission_denials: list,
});

/** What one line holds, as far as it says what the agent did. */
type AnyClaudeEvent =
  | {
      readonly kind: 'assistant';
      readonly thread: string | undefined;
      readonly messageId: string | undefined;
      readonly blocks: readonly ClaudeBlock[];
      /** Whether Claude Code says this itself, such as that the service is down. */
      readonly fromProgram: boolean;
    }
  | {
      readonly kind: 'user';
      readonly thread: string | undefined;
      readonly blocks: readonly ClaudeBlock[];
    }
  | {
      readonly kind: 'result';
      /** The answer, or why there is none. */
      readonly text: string;
      readonly failed: boolean;
      /** Why it failed, never empty then. */
      readonly errors: readonly string[];
      /** Which limit of the agent's own ended it; absent for none. */
      readonly limit: AgentLimit | undefined;
      readonly denied: readonly DeniedCall[];
    }
  | { readonly kind: 'system' };

export type ClaudeEvent<Kind extends AnyClaudeEvent['kind'] = AnyClaudeEvent['kind']> = Extract<
  AnyClaudeEvent,
  { readonly kind: Kind }
>;

/** A line that is told of; undefined for any other. Members of wrong types count as absent. */
export function claudeEvent(value: object): ClaudeEvent | undefined {
  const line = lineSchema.safeParse(value).data;
  if (line === undefined) return undefined;
  const { message } = line;
  switch (line.type) {
    case 'assistant':
    case 'user': {
      const blocks = message === undefined ? [] : blocksOf(message.content);
      const thread = threadOf(line);
      if (line.type === 'user') return { kind: 'user', thread, blocks };
      const fromProgram = isFromProgram(line);
      return { kind: 'assistant', thread, messageId: message?.id, blocks, fromProgram };
    }
    case 'result':
      return line.subtype === undefined ? undefined : resultOf(line);
    case 'system':
      return { kind: 'system' };
    default:
      return undefined;
  }
}

type Line = z.infer<typeof lineSchema>;

function threadOf({ parent_tool_use_id: parent, isSidechain, agentId }: Line): string | undefined {
  if (parent !== undefined) return parent;
  return isSidechain === true ? (agentId ?? 'sidechain') : undefined;
}

function isFromProgram({ message, error, isApiErrorMessage }: Line): boolean {
  const errs = typeof error === 'string' || isApiErrorMessage === true;
  return errs || message?.model === '<synthetic>';
}

function resultOf(line: Line): ClaudeEvent<'result'> {
  const { subtype = 'error', result, is_error, errors, error } = line;
  const failed = is_error === true || subtype !== 'success';
  // Claude Code lists them, Qwen Code names one.
  const named = isObject(error) ? wordOf(error['message']) : undefined;
  const told = [...errors.map(textOf), named ?? ''].filter((error) => error.trim() !== '');
  const text = result ?? '';
  const why = told.length > 0 || text.trim() !== '' ? told : [subtype];
  const kind = LIMITS.get(subtype);
  const limit = kind === undefined ? undefined : ownLimit(kind, told[0] ?? '');
  return { kind: 'result', text, failed, errors: why, limit, denied: deniedIn(line) };
}

const LIMITS: ReadonlyMap<string, AgentLimit['kind']> = new Map([
  ['error_max_turns', 'turns'],
  ['error_max_budget_usd', 'budget'],
]);

function deniedIn({ permission_denials: denials }: Line): readonly DeniedCall[] {
  const calls = denials.filter(isObject).flatMap(({ tool_name: name, tool_input: input }) => {
    const tool = wordOf(name);
    return tool === undefined ? [] : [{ tool, args: textOf(input) }];
  });
  return keptDenied(calls);
}

function blocksOf(content: string | readonly unknown[]): readonly ClaudeBlock[] {
  if (typeof content === 'string') return [textBlock(content)];
  return content.flatMap((block) => blockSchema.safeParse(block).data ?? []);
}

function textBlock(text: string): ClaudeBlock {
  return { ...blockSchema.parse({ type: 'text' }), text };
}
