import type { AgentRefusedCall } from '../../../model/steps/step';
import { isObject, textOf } from '../../json/jsonValue';
import { limitDenied } from './deniedCalls';
import { MAX_ANSWER, MAX_FAILURE, type EventReader } from './eventReader';
import {
  opencodeEventSchema,
  parseOpencodeResult,
  findOpencodeTool,
  type OpencodePart,
} from './opencodeEvents';
import type { Call, CallResult, StepLog } from './stepLog';
import { TextTail } from './textTail';

/** Maximum number of ended calls of one message that wait for its text. */
const MAX_HELD = 100;

/** opencode: `opencode run --format json`, which reports a tool call when it has ended. */
export function createOpencodeReader(log: StepLog): EventReader {
  return new OpencodeReader(log);
}

/** Text that opencode gives the model as the result of a forbidden call. */
const DENIED =
  /^The user (?:rejected permission to use this specific tool call|has specified a rule which prevents you from using this specific tool call)/;

interface EndedCall {
  readonly id: string;
  readonly call: Call;
  readonly result: CallResult;
}

class OpencodeReader implements EventReader {
  /** Text of the newest message that has one. */
  readonly #answer = new TextTail(MAX_ANSWER);
  /** Why it does not continue; cleared as soon as it does. */
  readonly #failure = new TextTail(MAX_FAILURE);
  /** The message that it is in. */
  #message: string | undefined;
  /** The message that contains the answer. */
  #answered: string | undefined;
  /** Calls of the current message: a fast call may end before the text that precedes it is reported. */
  #held: EndedCall[] = [];
  #denied: readonly AgentRefusedCall[] = [];

  constructor(private readonly log: StepLog) {}

  get answer(): string {
    return this.#answer.text;
  }

  get failure(): string {
    return this.#failure.text;
  }

  get denied(): readonly AgentRefusedCall[] {
    return this.#denied;
  }

  readEvent(value: object): boolean {
    const event = opencodeEventSchema.safeParse(value).data;
    if (event === undefined) return false;
    const { type, part, error } = event;
    switch (type) {
      case 'error':
        this.#failure.add(error?.data?.message ?? error?.name ?? 'error', '\n');
        return true;
      case 'step_finish':
        this.end();
        return true;
      case 'step_start':
      case 'text':
      case 'reasoning':
      case 'tool_use':
        this.#failure.clear();
        if (part === undefined) this.log.countUnknown(`${type}/part`);
        else this.#part(type, part);
        return true;
      default:
        return false;
    }
  }

  end(): void {
    for (const { id, call, result } of this.#held.splice(0))
      this.log.endOrAddCall(id, call, result);
  }

  #part(type: string, part: OpencodePart): void {
    if (part.messageID !== this.#message) {
      this.end();
      this.log.flushText(undefined);
    }
    this.#message = part.messageID;
    if (type === 'text') this.#said(part.text ?? '');
    else if (type === 'reasoning') this.log.addThought(undefined, part.text ?? '');
    else if (type === 'tool_use') this.#call(part);
  }

  #said(text: string): void {
    if (text.trim() === '') return;
    this.log.addText(undefined, text);
    if (this.#answered !== this.#message) this.#answer.clear();
    this.#answered = this.#message;
    this.#answer.add(text, '\n');
    this.end();
  }

  #call({ tool, callID: id, state, messageID: message }: OpencodePart): void {
    if (tool === undefined || id === undefined || !isObject(state)) {
      this.log.countUnknown('tool_use');
      return;
    }
    const intended = findOpencodeTool(tool, state) ?? tool;
    const call = { tool: intended, args: textOf(state['input']), message };
    if (state['status'] === 'pending' || state['status'] === 'running') {
      this.log.beginCall(id, call);
      return;
    }
    const result = parseOpencodeResult(tool, state);
    this.#held.push({ id, call, result });
    const isTextTold = message === undefined || this.#answered === message;
    if (isTextTold || this.#held.length >= MAX_HELD) this.end();
    if (result.error !== true || !DENIED.test(result.result)) return;
    this.#denied = limitDenied([...this.#denied, call]);
  }
}
