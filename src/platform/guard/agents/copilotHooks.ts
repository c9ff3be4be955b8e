import type { CallResult, SessionCall, SessionEvent } from '../../../model/guard/sessionRecord';
import { isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import type { GivenAnswer, HookAdapter, HookReading } from './hookAdapter';
import { folderOf, toCall, toResult, type EventKinds } from './readToolEvent';

const KINDS = {
  sessionStart: 'started',
  userPromptSubmitted: 'prompt',
  preToolUse: 'call',
  permissionRequest: 'permission',
  postToolUse: 'result',
  postToolUseFailure: 'failure',
  agentStop: 'stop',
  sessionEnd: 'ended',
} as const satisfies EventKinds;

/** What the shell tool adds at the end. The number of the shell differs each time. */
const SHELL = /<([^<>\n]*)shellId: \w+ ([^<>\n]*)>\s*$/;
const FAILED = /exit code (?!0\b)\d+>\s*$/;

/** Hooks of Copilot CLI. It names no calls, and refuses one whose hook fails. */
export const copilotHooks: HookAdapter = {
  events: Object.keys(KINDS),
  read: readEvent,
  print: (event, answer) => JSON.stringify(toOutput(event, answer)),
};

function readEvent(name: string, payload: JsonObject): HookReading {
  // VS Code reads the same file.
  if (payload['hookEventName'] !== undefined) return 'nothing';
  const thread = wordOf(payload['agentId']);
  const session = wordOf(payload[thread === undefined ? 'sessionId' : 'parentAgentId']);
  const kind = new Map<string, (typeof KINDS)[keyof typeof KINDS]>(Object.entries(KINDS)).get(name);
  if (session === undefined || kind === undefined) return undefined;
  // A sub-agent is part of the work of its agent.
  if (thread !== undefined && (kind === 'prompt' || kind === 'stop')) return 'nothing';
  const event = toEvent(kind, payload, thread);
  return event && { session, events: [event], ...folderOf(payload['cwd']) };
}

function toEvent(
  kind: (typeof KINDS)[keyof typeof KINDS],
  payload: JsonObject,
  thread: string | undefined,
): SessionEvent | undefined {
  switch (kind) {
    case 'started':
    case 'ended':
    case 'permission':
      return { kind };
    case 'prompt':
      return { kind, text: textOf(payload['prompt']) };
    case 'stop':
      return { kind, text: '', ...(payload['stop_hook_active'] === true && { again: true }) };
    case 'call':
    case 'result':
    case 'failure': {
      const args = textOf(payload['toolArgs']);
      const call = toCall({ tool: wordOf(payload['toolName']), args, thread });
      if (call === undefined || kind === 'call') return call && { kind: 'call', ...call };
      return { kind: 'result', ...readResult(call, kind, payload) };
    }
    default:
      return kind satisfies never;
  }
}

function readResult(
  call: SessionCall,
  kind: 'result' | 'failure',
  { error, toolResult }: JsonObject,
): CallResult {
  if (kind === 'failure') return toResult(call, textOf(error), true);
  const { textResultForLlm: text = toolResult, resultType } = isObject(toolResult)
    ? toolResult
    : {};
  const result = textOf(text);
  const isFailure = FAILED.test(result) || (resultType !== undefined && resultType !== 'success');
  return toResult(call, result.replace(SHELL, '<$1$2>'), isFailure);
}

function toOutput(event: string, { kind, text }: GivenAnswer): object {
  switch (kind) {
    case 'context':
      return { additionalContext: text };
    case 'refusal':
      return { permissionDecision: 'deny', permissionDecisionReason: text };
    case 'end':
      return event === 'permissionRequest'
        ? { behavior: 'deny', message: text, interrupt: true }
        : { decision: 'block', reason: text };
    default:
      return kind satisfies never;
  }
}
