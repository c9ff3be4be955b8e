import type { RecordedRun } from '../../../model/steps/replayedRun';
import { firstAsked, withAsked } from '../parts/asked';
import { contentText, isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import type { Place } from '../parts/place';
import { numberedRun, type UnnumberedStep } from '../parts/stepList';

/** A call that a message of the assistant asks for. */
interface Call {
  readonly tool: string;
  readonly args: string;
  readonly id?: string | undefined;
}

/** Whether this is a list of chat messages, as mini-swe-agent keeps them. */
export function looksLikeMessages(value: JsonObject): boolean {
  const { messages } = value;
  return (
    Array.isArray(messages) &&
    messages.some((message) => isObject(message) && isAssistant(message)) &&
    messages.every((message) => !isObject(message) || 'role' in message || 'object' in message)
  );
}

/**
 * A trajectory of mini-swe-agent (`.traj.json`), or another list of chat messages with tool calls: the
 * calls of each message of the assistant, each with the message that answers it.
 */
export function messageListRun(value: JsonObject, { name, file }: Place): RecordedRun {
  const messages = (value['messages'] as readonly unknown[]).filter(isObject);
  const steps = messages.flatMap((message, at) =>
    isAssistant(message) ? stepsOf(message, answersAfter(messages, at)) : [],
  );
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  return withAsked(numberedRun(name, file, steps), firstAsked(asked));
}

/** A message of the assistant, or a response that a model was asked for by the newer protocol. */
function isAssistant({ role, object }: JsonObject): boolean {
  return role === 'assistant' || object === 'response';
}

function answersAfter(messages: readonly JsonObject[], at: number): readonly JsonObject[] {
  const after = messages.slice(at + 1, at + 1 + MOST_ANSWERS);
  const next = after.findIndex(isAssistant);
  return (next === -1 ? after : after.slice(0, next)).filter(({ role }) => role !== 'exit');
}
/** Calls of one message at most; so that a hostile list costs no square. */
const MOST_ANSWERS = 1_000;

function stepsOf(message: JsonObject, answers: readonly JsonObject[]): readonly UnnumberedStep[] {
  const thought = thoughtOf(message);
  const calls = callsOf(message);
  if (calls.length === 0) return [{ tool: '', args: '', result: '', thought }];
  const byId = new Map(
    answers.map((answer) => [answer['tool_call_id'] ?? answer['call_id'], answer]),
  );
  return calls.map(({ tool, args, id }, at) => {
    const answer = (id === undefined ? undefined : byId.get(id)) ?? answers[at];
    const ofFirst = at === 0 ? { thought } : { thought: '', madeWithLast: true };
    return { tool, args, ...ofFirst, ...answered(answer) };
  });
}

function answered(answer: JsonObject | undefined): Pick<UnnumberedStep, 'result' | 'error'> {
  if (answer === undefined) return { result: '' };
  const result = contentText(answer['content'] ?? answer['output']);
  const extra = isObject(answer['extra']) ? answer['extra'] : {};
  const code = extra['returncode'] ?? /<returncode>(-?\d+)<\/returncode>/.exec(result)?.[1];
  return code === undefined ? { result } : { result, error: Number(code) !== 0 };
}

function callsOf(message: JsonObject): readonly Call[] {
  const extra = isObject(message['extra']) ? message['extra'] : {};
  const found = [message['tool_calls'], message['output'], extra['actions']]
    .map((list) => (Array.isArray(list) ? list.filter(isObject).flatMap(toCall) : []))
    .find((calls) => calls.length > 0);
  return found ?? inBlock(contentText(message['content']));
}

function toCall(item: JsonObject): readonly Call[] {
  const asked = isObject(item['function']) ? item['function'] : item;
  const command = wordOf(item['command']);
  const id = wordOf(item['call_id']) ?? wordOf(item['tool_call_id']) ?? wordOf(item['id']);
  if (command !== undefined) return [{ tool: 'bash', args: command, id }];
  const tool = wordOf(asked['name']);
  return tool === undefined ? [] : [{ tool, args: textOf(asked['arguments']), id }];
}

const BLOCK = /```(?:bash|mswea_bash_command|sh)[ \t]*\n([^]*?)\n?```/g;

/** The command in the one block of code of a message, as agents ask for it that know no tool calls. */
function inBlock(content: string): readonly Call[] {
  const blocks = [...content.matchAll(BLOCK)];
  const [block] = blocks;
  return blocks.length === 1 && block !== undefined
    ? [{ tool: 'bash', args: (block[1] ?? '').trim() }]
    : [];
}

function thoughtOf(message: JsonObject): string {
  const { content, reasoning_content: reasoning, output } = message;
  const said = contentText(content);
  if (said !== '') return said.replace(BLOCK, '').trim();
  const parts = Array.isArray(output) ? output.filter(isObject) : [];
  const spoken = parts
    .filter(({ type }) => type === 'message')
    .map((part) => contentText(part['content']));
  return spoken.filter(Boolean).join('\n') || contentText(reasoning);
}
