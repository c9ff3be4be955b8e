import type { AgentLimit } from '../../../model/steps/step';
import { isObject, textOf, wordOf } from '../../json/jsonValue';
import { AcpCall } from './acpCall';
import {
  acpErrorSchema,
  acpInitializedSchema,
  acpMessageSchema,
  acpStopSchema,
  acpUpdateParamsSchema,
  acpUpdateSchema,
  readAcpText,
  readCodexStatus,
  readContextUsage,
  type AcpUpdate,
} from './acpEvents';
import { readPermitted } from './acpPermitted';
import { MAX_ANSWER, MAX_FAILURE, type EventReader } from './eventReader';
import { MAX_OPEN_CALLS, type StepLog } from './stepLog';
import { TextTail } from './textTail';
import { toAgentLimit } from './toAgentLimit';

/** The messages of an agent that speaks the Agent Client Protocol, version 1. */
export function createAcpReader(log: StepLog): EventReader {
  return new AcpReader(log);
}

/** Updates that say nothing about the work. */
const IGNORED = new Set([
  ...['available_commands_update', 'current_mode_update', 'config_option_update'],
  ...['session_info_update', 'user_message_chunk'],
  ...['compaction_update', 'compaction_summary_chunk'],
]);

/** All but unknown messages of a session: the rest asks the client for something, or is an extension. */
const KNOWN_METHOD = /^(?:session\/request_permission$|(?!session\/))/;

/** Result of a call that was refused, where the agent does not tell it; read as a refusal. */
const REFUSED = 'The permission was declined.';

class AcpReader implements EventReader {
  /** Text since the newest call. */
  readonly #answer = new TextTail(MAX_ANSWER);
  readonly #failure = new TextTail(MAX_FAILURE);
  readonly #calls = new Map<string, AcpCall>();
  /** Open calls of which nothing but a permission request is known, and that they were not permitted. */
  readonly #onlyAsked = new Set<string>();
  /** Whether the session is there: what comes before that is history of an earlier turn. */
  #isOpen = false;
  /** Whether a prompt was answered since text was said last. */
  #isAnswered = false;
  /** Message of the text that was said last. */
  #message: string | undefined;
  /** What Codex stated last of its thread. */
  #threadStatus: string | undefined;
  #limit: AgentLimit | undefined;
  #version: string | undefined;
  #agent: string | undefined;
  #session: string | undefined;

  constructor(private readonly log: StepLog) {}

  get session(): string | undefined {
    return this.#session;
  }

  get answer(): string {
    return this.#answer.text;
  }

  get failure(): string {
    return this.#failure.text;
  }

  get ownLimit(): AgentLimit | undefined {
    return this.#limit;
  }

  get version(): string | undefined {
    return this.#version;
  }

  readEvent(value: object): boolean {
    const message = acpMessageSchema.safeParse(value).data;
    if (message === undefined) return false;
    const { method, params, result, error } = message;
    if (method === 'session/update') return this.#updateParams(params);
    if (method === 'session/request_permission') this.#asked(params);
    const permitted = readPermitted(method, params);
    if (permitted !== undefined) this.permitted(permitted);
    if (method !== undefined) return KNOWN_METHOD.test(method);
    if (isObject(error)) this.#failed(error);
    else this.#answered(result);
    return true;
  }

  #updateParams(params: unknown): boolean {
    const update = acpUpdateParamsSchema.safeParse(params).data?.update;
    if (update === undefined) return false;
    if (this.#isOpen) this.#update(update);
    return true;
  }

  #update(update: AcpUpdate): void {
    const { sessionUpdate: kind, content } = update;
    if (kind === 'session_info_update')
      this.#threadStatus = readCodexStatus(update) ?? this.#threadStatus;
    if (IGNORED.has(kind)) return;
    if (kind === 'usage_update') {
      const usage = readContextUsage(update);
      if (usage !== undefined) this.log.setUsage(usage);
      return;
    }
    this.#failure.clear();
    if (kind !== 'tool_call' && kind !== 'tool_call_update') this.#endRefused();
    switch (kind) {
      case 'agent_message_chunk':
        this.#said(update, readAcpText(content));
        break;
      case 'agent_thought_chunk':
        this.#thought(readAcpText(content));
        break;
      case 'tool_call':
      case 'tool_call_update':
        this.#call(update);
        break;
      case 'plan':
        this.log.setPlan(
          (update.entries ?? []).map(({ content: text = '', status = 'pending' }) => ({
            text,
            status,
          })),
        );
        break;
      case 'notice':
        this.log.addNotice(update.title ?? readAcpText(content));
        break;
      default:
        this.log.countUnknown(kind);
    }
  }

  /** Some agents state a call only where they ask for it. */
  #asked(params: unknown): void {
    const toolCall = isObject(params) ? params['toolCall'] : undefined;
    if (!this.#isOpen || !isObject(toolCall)) return;
    const update = acpUpdateSchema.safeParse({ ...toolCall, sessionUpdate: 'tool_call' }).data;
    const id = update?.toolCallId;
    if (update === undefined || id === undefined) return;
    // What a known call is about stands in its updates: a request may state less.
    if (this.#calls.has(id)) return;
    this.#onlyAsked.add(id);
    const call = this.#open(id);
    call.update(update);
    if (call.isNamed) this.log.beginCall(id, call.begin());
  }

  /** What becomes of it stands in its updates, if the agent sends any. */
  permitted(callId: string): void {
    this.#onlyAsked.delete(callId);
  }

  /** Gemini CLI and Qwen Code say nothing more of a call that was refused: it is over when they go on. */
  #endRefused(): void {
    for (const id of this.#onlyAsked) {
      this.log.endCall(id, { result: REFUSED, error: true });
      this.#calls.delete(id);
    }
    this.#onlyAsked.clear();
  }

  #said(update: AcpUpdate, text: string): void {
    if (text === '') return;
    // Codex ends such a turn as if it were done.
    const hasFailed = this.#threadStatus === 'systemError';
    const source = hasFailed ? 'failure' : findSource(update, text, this.#agent);
    if (source === 'agent') this.#answers(update, text);
    else if (source === 'failure') this.#failure.add(text);
    else if (source === 'notice') this.log.addNotice(text);
  }

  #answers({ messageId }: AcpUpdate, text: string): void {
    // A human has spoken since: only the last answer is the reply.
    if (this.#isAnswered) this.#answer.clear();
    this.#isAnswered = false;
    const isNew = messageId !== undefined && messageId !== this.#message;
    this.#message = messageId;
    const separator = isNew ? '\n' : '';
    this.log.addText(undefined, text, separator);
    this.#answer.add(text, separator);
  }

  #thought(text: string): void {
    if (text !== '') this.log.addThought(undefined, text, '');
  }

  #call(update: AcpUpdate): void {
    const { toolCallId: id, status } = update;
    if (id === undefined) {
      this.log.countUnknown(update.sessionUpdate);
      return;
    }
    this.#onlyAsked.delete(id);
    const call = this.#calls.get(id) ?? this.#open(id);
    call.update(update);
    const hasEnded = status === 'completed' || status === 'failed';
    if (!hasEnded) {
      if (call.isStated || status === 'in_progress') this.log.beginCall(id, call.begin());
      return;
    }
    this.#calls.delete(id);
    this.log.endOrAddCall(id, call.begin(), call.result(status));
  }

  #open(id: string): AcpCall {
    this.#answer.clear();
    const call = new AcpCall();
    this.#calls.set(id, call);
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= MAX_OPEN_CALLS) break;
      this.#calls.delete(oldest);
      this.#onlyAsked.delete(oldest);
    }
    return call;
  }

  /** The agent answers a request: the first answer is to `initialize`, the second opens the session. */
  #answered(result: unknown): void {
    const initialized = acpInitializedSchema.safeParse(result).data;
    if (initialized !== undefined) {
      this.#version = initialized.agentInfo?.version;
      this.#agent = initialized.agentInfo?.name;
      return;
    }
    this.#isOpen = true;
    if (isObject(result)) this.#session = wordOf(result['sessionId']) ?? this.#session;
    const reason = acpStopSchema.safeParse(result).data?.stopReason;
    this.#isAnswered ||= reason !== undefined;
    if (reason === 'max_turn_requests') this.#limit = toAgentLimit('turns', '');
    else if (reason === 'max_tokens') this.#limit = toAgentLimit('budget', 'max_tokens');
    else if (reason === 'refusal')
      this.#failure.add('The agent refused to go on with this prompt.');
  }

  #failed(value: object): void {
    const { message = '', data } = acpErrorSchema.safeParse(value).data ?? {};
    const details = isObject(data) ? textOf(data['details'] ?? data['message']) : textOf(data);
    this.#failure.clear();
    this.#failure.add([message, details].filter((text) => text !== '').join(': '));
  }
}

/** Whose words a message is: programs speak in the name of their model. */
function findSource(
  { _meta: meta }: AcpUpdate,
  text: string,
  agent: string | undefined,
): 'agent' | 'failure' | 'notice' | 'nobody' {
  const own = isObject(meta) ? meta['claudeCode'] : undefined;
  if (isObject(own) && own['kind'] === 'informational') return 'notice';
  // Gemini CLI confirms a mode that was set.
  if (/^\[MODE_UPDATE\] \S+$/.test(text)) return 'nobody';
  if (agent !== 'Copilot') return 'agent';
  if (text.startsWith('Info: ')) return 'notice';
  return text.startsWith('Error: ') ? 'failure' : 'agent';
}
