import type { AgentLimit } from '../../../model/steps/step';
import { MAX_ANSWER, MAX_FAILURE, type EventReader } from './eventReader';
import { textOf } from '../../json/jsonValue';
import { toAgentLimit } from './toAgentLimit';
import type { StepLog } from './stepLog';
import { TextTail } from './textTail';
import * as z from 'zod/mini';
import { anything, flag, word } from './jsonText';

/** Gemini CLI: `gemini --output-format stream-json`. */
export function createGeminiReader(log: StepLog): EventReader {
  return new GeminiReader(log);
}

class GeminiReader implements EventReader {
  /** Its text since the last tool result; before the first result, all text so far. */
  readonly #answer = new TextTail(MAX_ANSWER);
  #saidBefore = false;
  readonly #failure = new TextTail(MAX_FAILURE);
  #lastFailure = '';
  #limit: AgentLimit | undefined;
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

  readEvent(value: object): boolean {
    const event = geminiEventSchema.safeParse(value).data;
    if (event === undefined) return false;
    switch (event.type) {
      case 'message':
        this.#message(event);
        break;
      case 'tool_use':
        this.#toolUse(event);
        break;
      case 'tool_result':
        this.#toolResult(event);
        break;
      case 'error':
        if (event.severity === undefined) return false;
        if (event.severity !== 'warning') this.#failed(event.message);
        break;
      case 'result':
        if (event.status === undefined) return false;
        this.#result(event);
        break;
      case 'init':
        this.#session = event.session_id;
        break;
      default:
        return false;
    }
    return true;
  }

  #message({ role, content = '', delta }: GeminiEvent): void {
    if (role !== 'assistant') {
      if (role !== 'user') this.log.countUnknown(`message/${role ?? ''}`);
      this.log.flushText(undefined);
      return;
    }
    if (delta !== true) this.log.flushText(undefined);
    this.log.addText(undefined, content, '');
    if (this.#saidBefore && content.trim() === '') return;
    if (this.#saidBefore) this.#answer.clear();
    this.#saidBefore = false;
    this.#answer.add(content, delta === true ? '' : '\n');
  }

  #toolUse({ tool_id: id, tool_name: tool, parameters }: GeminiEvent): void {
    if (id === undefined || tool === undefined) {
      this.log.countUnknown('tool_use');
      return;
    }
    this.log.beginCall(id, { tool, args: textOf(parameters) });
  }

  #toolResult({ tool_id: id, status, output = '', error }: GeminiEvent): void {
    this.log.flushText(undefined);
    this.#saidBefore = true;
    if (id === undefined) {
      this.log.countUnknown('tool_result');
      return;
    }
    const result = output === '' ? (error?.message ?? '') : output;
    this.log.endCall(id, { result, error: status === undefined ? undefined : status === 'error' });
  }

  #result({ status, error }: GeminiEvent): void {
    const isLimit = error?.type === 'FatalTurnLimitedError';
    this.#limit = isLimit ? toAgentLimit('turns', error.message ?? '') : undefined;
    if (status === 'success') this.#failure.clear();
    else this.#failed(error?.message);
  }

  #failed(message = ''): void {
    // An earlier event may already have reported why the run ended.
    if (message.trim() === '' || message === this.#lastFailure) return;
    this.#lastFailure = message;
    this.#failure.add(message, '\n');
  }
}

/** One line of `gemini --output-format stream-json`. */
const geminiEventSchema = z.object({
  type: z.string(),
  session_id: word,
  role: word,
  content: word,
  delta: flag,
  tool_name: word,
  tool_id: word,
  parameters: anything,
  status: word,
  output: word,
  severity: word,
  message: word,
  error: z.catch(z.optional(z.object({ type: word, message: word })), undefined),
});

type GeminiEvent = z.infer<typeof geminiEventSchema>;
