import { codexEventSchema, type CodexItem } from './codexEvents';
import { toCodexCall, toCodexResult } from './codexItems';
import { MAX_ANSWER, MAX_FAILURE, type EventReader } from './eventReader';
import type { StepLog } from './stepLog';
import { TextTail } from './textTail';

/** Codex CLI: `codex exec --json`. */
export function createCodexReader(log: StepLog): EventReader {
  return new CodexReader(log);
}

/** It waits for its service: "Reconnecting... 2/5 (stream disconnected …)". */
const RECONNECTS = /^re-?connecting/i;

class CodexReader implements EventReader {
  readonly #answer = new TextTail(MAX_ANSWER);
  /** Why it does not continue; cleared as soon as it does. */
  readonly #failure = new TextTail(MAX_FAILURE);

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

  readEvent(value: object): boolean {
    const event = codexEventSchema.safeParse(value).data;
    if (event === undefined) return false;
    const { type, item, error, message } = event;
    switch (type) {
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
        if (item !== undefined) this.#item(type, item);
        else this.log.countUnknown('item');
        break;
      case 'error':
        this.#failed(message);
        if (RECONNECTS.test(message ?? '')) this.log.addNotice(message ?? '');
        break;
      case 'turn.failed':
        this.#failed(error?.message);
        break;
      case 'turn.completed':
        this.#failure.clear();
        break;
      case 'thread.started':
        this.#session = event.thread_id;
        break;
      case 'turn.started':
        break;
      default:
        return false;
    }
    return true;
  }

  #failed(message = ''): void {
    if (message.trim() === '') return;
    this.#failure.clear();
    this.#failure.add(message);
  }

  #item(type: string, item: CodexItem): void {
    // Additional information, such as a warning: neither a failure nor progress.
    if (item.type === 'error') return;
    this.#failure.clear();
    if (item.type === 'agent_message' || item.type === 'reasoning') {
      if (type === 'item.completed') this.#words(item);
      return;
    }
    const call = toCodexCall(item);
    if (call === undefined) {
      this.log.countUnknown(`item/${item.type}`);
      return;
    }
    if (item.type === 'todo_list') {
      // Open until the turn ends; each change of it is a call of its own.
      if (type !== 'item.completed') this.log.endOrAddCall(item.id, call, { result: '' });
      return;
    }
    if (type === 'item.completed') this.log.endOrAddCall(item.id, call, toCodexResult(item));
    else if (type === 'item.started') this.log.beginCall(item.id, call);
  }

  #words({ type, text = '' }: CodexItem): void {
    if (text.trim() === '') return;
    if (type === 'reasoning') {
      this.log.addThought(undefined, text);
      return;
    }
    this.log.flushText(undefined);
    this.log.addText(undefined, text);
    this.#answer.clear();
    this.#answer.add(text);
  }
}
