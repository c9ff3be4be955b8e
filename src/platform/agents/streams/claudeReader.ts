import type { AgentLimit, AgentRefusedCall } from '../../../model/steps/step';
import {
  parseClaudeEvent,
  type ClaudeBlock,
  type ClaudeBlocks,
  type ClaudeEvent,
} from './claudeEvents';
import { MAX_ANSWER, MAX_FAILURE, type EventReader } from './eventReader';
import { textOf } from '../../json/jsonValue';
import { contentText } from './jsonText';
import { MAX_THREADS, type StepLog } from './stepLog';
import { TextTail } from './textTail';

/**
 * Claude Code: `claude -p --output-format=stream-json --verbose`, and its transcripts
 * (`~/.claude/projects/…/*.jsonl`), whose lines hold the same messages.
 */
export function createClaudeReader(log: StepLog): EventReader {
  return new ClaudeReader(log, { piecesShareId: true });
}

/** Differences between the programs that print Claude Code's events. */
export interface ClaudeDialect {
  /** Whether the parts of one message, its text and its calls, have the same id. */
  readonly piecesShareId: boolean;
  /** Matches messages that the program writes in place of the model; absent if it marks such messages. */
  readonly programText?: RegExp;
}

/** Reads the events of Claude Code, or of a program that prints the same events. */
export class ClaudeReader implements EventReader {
  /** The last message of the main agent, or the result at its end. */
  readonly #answer = new TextTail(MAX_ANSWER);
  /** Whether that was in an earlier message than the current one. */
  #saidBefore = false;
  readonly #failure = new TextTail(MAX_FAILURE);
  /** The message that each thread is in. */
  readonly #messages = new Map<string | undefined, string>();
  /**
   * Id of the first message, and whether another one has a different id: some endpoints give all
   * messages the same id.
   */
  #firstId: string | undefined;
  #idsDiffer = false;
  #limit: AgentLimit | undefined;
  #denied: readonly AgentRefusedCall[] = [];
  /** When each limit that is used up is reset, in milliseconds since 1970. */
  readonly #usedUp = new Map<string, number>();

  #version: string | undefined;
  #session: string | undefined;

  constructor(
    private readonly log: StepLog,
    private readonly dialect: ClaudeDialect,
  ) {}

  get ownLimit(): AgentLimit | undefined {
    return this.#limit;
  }

  get denied(): readonly AgentRefusedCall[] {
    return this.#denied;
  }

  get limitResetsAt(): Date | undefined {
    return this.#usedUp.size === 0 ? undefined : new Date(Math.max(...this.#usedUp.values()));
  }

  get version(): string | undefined {
    return this.#version;
  }

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
    const event = parseClaudeEvent(value);
    if (event === undefined) return false;
    switch (event.kind) {
      case 'assistant':
        this.#assistant(event);
        break;
      case 'user':
        this.#beginMessage(event.thread, undefined);
        for (const block of this.#known('user', event.blocks)) this.#toolResult(block);
        break;
      case 'result':
        this.#result(event);
        break;
      case 'init':
        this.#version = event.version;
        this.#session = event.session;
        break;
      case 'limit':
        this.#usedUp.delete(event.name);
        if (event.resetsAt !== undefined && this.#usedUp.size < MAX_LIMITS)
          this.#usedUp.set(event.name, event.resetsAt);
        break;
      case 'retry':
        this.log.addNotice(event.words);
        break;
      case 'other':
        break;
      default:
        event satisfies never;
    }
    return true;
  }

  #assistant({ thread, messageId, blocks, fromProgram }: ClaudeEvent<'assistant'>): void {
    if (this.#isNew(thread, messageId, blocks)) this.#beginMessage(thread, messageId);
    if (!fromProgram) this.#compareId(messageId);
    for (const block of this.#known('assistant', blocks)) {
      if (block.type === 'text')
        this.#said(thread, block.text ?? '', fromProgram || this.#isOwn(block.text));
      else if (block.type === 'thinking') this.log.addThought(thread, block.thinking ?? '');
      else if (block.tool_use_id !== undefined) this.#toolResult(block);
      else if (block.type.endsWith('tool_use'))
        this.#toolUse(thread, this.#idsDiffer ? messageId : undefined, block);
    }
  }

  #isNew(thread: string | undefined, messageId: string | undefined, blocks: ClaudeBlocks): boolean {
    if (!this.dialect.piecesShareId)
      return blocks?.some((block) => block?.type === 'text') === true;
    return messageId === undefined || this.#messages.get(thread) !== messageId;
  }

  #isOwn(text = ''): boolean {
    return this.dialect.programText?.test(text) === true;
  }

  /** The content of a message as far as it is known; what is not is counted. */
  #known(message: string, blocks: ClaudeBlocks): readonly ClaudeBlock[] {
    if (blocks === undefined) this.log.countUnknown(`${message}/content`);
    const known: ClaudeBlock[] = [];
    for (const block of blocks ?? []) {
      if (block !== undefined && isKnown(block)) known.push(block);
      else this.log.countUnknown(`${message}/${block?.type ?? ''}`);
    }
    return known;
  }

  #compareId(messageId: string | undefined): void {
    this.#firstId ??= messageId;
    if (messageId !== undefined && messageId !== this.#firstId) this.#idsDiffer = true;
  }

  #beginMessage(thread: string | undefined, messageId: string | undefined): void {
    this.log.flushText(thread);
    this.#messages.delete(thread);
    if (messageId !== undefined) this.#messages.set(thread, messageId);
    if (thread === undefined) this.#saidBefore = true;
    for (const oldest of this.#messages.keys()) {
      if (this.#messages.size <= MAX_THREADS) break;
      this.#messages.delete(oldest);
    }
  }

  #said(thread: string | undefined, text: string, fromProgram: boolean): void {
    if (!fromProgram) this.log.addText(thread, text);
    else if (text.trim() !== '') this.log.countUnderstood();
    if (thread !== undefined || text.trim() === '') return;
    if (this.#saidBefore) this.#answer.clear();
    this.#saidBefore = false;
    this.#failure.clear();
    this.#answer.add(text, '\n');
  }

  #toolUse(
    thread: string | undefined,
    message: string | undefined,
    { id, name, input }: ClaudeBlock,
  ): void {
    if (id === undefined || name === undefined) return;
    this.log.beginCall(id, { tool: name, args: textOf(input), thread, message });
  }

  #toolResult({ tool_use_id: id, content, is_error: error }: ClaudeBlock): void {
    if (id === undefined) return;
    // If it was a sub-agent, no more messages of it follow.
    this.log.flushText(id);
    this.log.endCall(id, { result: contentText(content), error });
  }

  #result({ text, failed, errors, limit, denied }: ClaudeEvent<'result'>): void {
    this.#limit = limit;
    this.#denied = denied;
    if (text.trim() !== '') {
      this.#answer.clear();
      this.#answer.add(text);
    }
    this.#saidBefore = true;
    this.#failure.clear();
    if (!failed && !this.#isOwn(text)) return;
    for (const error of errors.length > 0 ? errors : [text]) this.#failure.add(error, '\n');
  }
}

/** Kinds of limits that are told apart. */
const MAX_LIMITS = 20;

/** Content that is neither a call, a result nor a message. */
const OTHER_BLOCKS = new Set([
  ...['text', 'thinking', 'redacted_thinking', 'image', 'document', 'search_result'],
  ...['tool_reference', 'container_upload', 'compaction', 'fallback', 'connector_text'],
]);

/** A block of a known type; a call with its id and name, a result with the id of its call. */
function isKnown({ type, id, name, tool_use_id: of }: ClaudeBlock): boolean {
  if (OTHER_BLOCKS.has(type) || of !== undefined) return true;
  return type.endsWith('tool_use') && id !== undefined && name !== undefined;
}
