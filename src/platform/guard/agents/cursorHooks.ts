import { isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import type { GivenAnswer, HookAdapter, HookReading } from './hookAdapter';
import { folderOf, readCall, toResult } from './readToolEvent';

const EVENTS = [
  'sessionStart',
  'beforeSubmitPrompt',
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'stop',
  'sessionEnd',
] as const;

/** Hooks of Cursor, as its pages document them; not tried with a real one. */
export const cursorHooks: HookAdapter = {
  events: EVENTS,
  read: readEvent,
  print: (_event, answer) => JSON.stringify(toOutput(answer)),
};

function readEvent(name: string, payload: JsonObject): HookReading {
  const session = wordOf(payload['conversation_id']) ?? wordOf(payload['session_id']);
  if (session === undefined) return undefined;
  if (payload['is_interrupt'] === true) return 'nothing';
  const { workspace_roots: roots } = payload;
  const report = { session, ...folderOf(Array.isArray(roots) ? roots[0] : payload['cwd']) };
  if (name === 'sessionStart') return { ...report, events: [{ kind: 'started' }] };
  if (name === 'sessionEnd') return { ...report, events: [{ kind: 'ended' }] };
  if (name === 'stop')
    return { ...report, events: [{ kind: 'stop', text: '', ...again(payload) }] };
  if (name === 'beforeSubmitPrompt')
    return { ...report, events: [{ kind: 'prompt', text: textOf(payload['prompt']) }] };
  const call = readCall(payload);
  if (call === undefined) return undefined;
  if (name === 'preToolUse') return { ...report, events: [{ kind: 'call', ...call }] };
  const ended =
    name === 'postToolUseFailure'
      ? toResult(call, textOf(payload['error_message']), true)
      : toResult(call, readOutput(payload['tool_output']), false);
  return { ...report, events: [{ kind: 'result', ...ended }] };
}

/** How often hooks had it go on. */
function again({ loop_count: count }: JsonObject): { readonly again?: true } {
  return typeof count === 'number' && count > 0 ? { again: true } : {};
}

/** The output of a tool: JSON in a text. */
function readOutput(value: unknown): string {
  try {
    const output: unknown = JSON.parse(textOf(value));
    return isObject(output) && typeof output['output'] === 'string'
      ? output['output']
      : textOf(value);
  } catch {
    return textOf(value);
  }
}

function toOutput({ kind, text }: GivenAnswer): object {
  switch (kind) {
    case 'context':
      return { additional_context: text };
    case 'refusal':
      return { permission: 'deny', user_message: text, agent_message: text };
    case 'end':
      return { continue: false, user_message: text };
    default:
      return kind satisfies never;
  }
}
