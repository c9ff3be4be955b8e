import type { RecordedRun } from '../../../model/steps/replayedRun';
import { findFirstPrompt, withPrompt } from '../parts/userPrompt';
import { contentText, isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import type { Place } from '../parts/place';
import { toNumberedRun, type UnnumberedStep } from '../parts/toNumberedRun';

/** A tool call in a message of the assistant. */
interface Call {
  readonly tool: string;
  readonly args: string;
  readonly id?: string | undefined;
}

/** Whether this is a list of chat messages, such as those of mini-swe-agent. */
export function isMessageList(value: JsonObject): boolean {
  const { messages } = value;
  return (
    Array.isArray(messages) &&
    messages.some((message) => isObject(message) && isAssistant(message)) &&
    messages.every((message) => !isObject(message) || 'role' in message || 'object' in message)
  );
}

/**
 * Reads a trajectory of mini-swe-agent (`.traj.json`) or another list of chat messages: the calls of each
 * assistant message, each with the message that contains its result.
 */
export function parseMessageList(value: JsonObject, { name, file }: Place): RecordedRun {
  const messages = (value['messages'] as readonly unknown[]).filter(isObject);
  const steps = messages.flatMap((message, at) =>
    isAssistant(message) ? parseSteps(message, findAnswers(messages, at)) : [],
  );
  const prompts = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  return withPrompt(toNumberedRun(name, file, steps), findFirstPrompt(prompts));
}

/** A message of the assistant, or a response object of the Responses API. */
function isAssistant({ role, object }: JsonObject): boolean {
  return role === 'assistant' || object === 'response';
}

function findAnswers(messages: readonly JsonObject[], at: number): readonly JsonObject[] {
  const after = messages.slice(at + 1, at + 1 + MAX_ANSWERS);
  const next = after.findIndex(isAssistant);
  return (next === -1 ? after : after.slice(0, next)).filter(({ role }) => role !== 'exit');
}
/** Answers considered for one message; bounds the cost of a hostile list. */
const MAX_ANSWERS = 1_000;

function parseSteps(
  message: JsonObject,
  answers: readonly JsonObject[],
): readonly UnnumberedStep[] {
  const thought = readThought(message);
  const calls = findCalls(message);
  if (calls.length === 0) return [{ tool: '', args: '', result: '', thought }];
  const byId = new Map(
    answers.map((answer) => [answer['tool_call_id'] ?? answer['call_id'], answer]),
  );
  return calls.map(({ tool, args, id }, at) => {
    const answer = (id === undefined ? undefined : byId.get(id)) ?? answers[at];
    const ofFirst = at === 0 ? { thought } : { thought: '', madeWithLast: true };
    return { tool, args, ...ofFirst, ...parseAnswer(answer) };
  });
}

function parseAnswer(answer: JsonObject | undefined): Pick<UnnumberedStep, 'result' | 'error'> {
  if (answer === undefined) return { result: '' };
  const result = contentText(answer['content'] ?? answer['output']);
  const extra = isObject(answer['extra']) ? answer['extra'] : {};
  const code = extra['returncode'] ?? /<returncode>(-?\d+)<\/returncode>/.exec(result)?.[1];
  return code === undefined ? { result } : { result, error: Number(code) !== 0 };
}

function findCalls(message: JsonObject): readonly Call[] {
  const extra = isObject(message['extra']) ? message['extra'] : {};
  const found = [message['tool_calls'], message['output'], extra['actions']]
    .map((list) => (Array.isArray(list) ? list.filter(isObject).flatMap(toCall) : []))
    .find((calls) => calls.length > 0);
  return found ?? parseCodeBlock(contentText(message['content']));
}

function toCall(item: JsonObject): readonly Call[] {
  const call = isObject(item['function']) ? item['function'] : item;
  const command = wordOf(item['command']);
  const id = wordOf(item['call_id']) ?? wordOf(item['tool_call_id']) ?? wordOf(item['id']);
  if (command !== undefined) return [{ tool: 'bash', args: command, id }];
  const tool = wordOf(call['name']);
  return tool === undefined ? [] : [{ tool, args: textOf(call['arguments']), id }];
}

const BLOCK = /```(?:bash|mswea_bash_command|sh)[ \t]*\n([^]*?)\n?```/g;

/** The command in the only code block of a message, from agents without tool calls. */
function parseCodeBlock(content: string): readonly Call[] {
  const blocks = [...content.matchAll(BLOCK)];
  const [block] = blocks;
  return blocks.length === 1 && block !== undefined
    ? [{ tool: 'bash', args: (block[1] ?? '').trim() }]
    : [];
}

function readThought(message: JsonObject): string {
  const { content, reasoning_content: reasoning, output } = message;
  const text = contentText(content);
  if (text !== '') return text.replace(BLOCK, '').trim();
  const parts = Array.isArray(output) ? output.filter(isObject) : [];
  const spoken = parts
    .filter(({ type }) => type === 'message')
    .map((part) => contentText(part['content']));
  return spoken.filter(Boolean).join('\n') || contentText(reasoning);
}
