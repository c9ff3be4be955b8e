import type { JudgeReply } from '../../ports/judge';
import { modelName } from './chooseModel';
import type { EditorModel } from './editorModels';
import { cutOffFailure, toFailure, tooLongFailure } from './modelFailures';
import { withTimeout, type CutOff, type TimeLimit } from './timeLimit';

/** Characters of an answer that are read; a longer one is ended. */
export const MAX_ANSWER = 100_000;

/** Most milliseconds that counting tokens may take, and its share of the time limit. */
const MAX_COUNTING_MS = 2_000;
const COUNTING_SHARE = 0.1;

/**
 * Sends user messages to a model of the editor and reads its text answer. Never rejects; settles
 * within the limit even if the model's extension hangs. Does not check consent.
 */
export function askModel(
  model: EditorModel,
  messages: readonly string[],
  limit: TimeLimit,
): Promise<JudgeReply> {
  const request = new ModelRequest(model, limit);
  return Promise.race([request.run(messages), limit.over.then((how) => request.cutOff(how))]);
}

/** One request and its progress. */
class ModelRequest {
  private sent = false;
  private inputTokens: number | undefined;
  /** The complete answer. */
  private text: string | undefined;

  constructor(
    private readonly model: EditorModel,
    private readonly limit: TimeLimit,
  ) {}

  async run(messages: readonly string[]): Promise<JudgeReply> {
    const { model, limit } = this;
    try {
      this.inputTokens = await this.count(messages.join('\n'));
      const most = model.maxInputTokens;
      if (this.inputTokens !== undefined && most > 0 && this.inputTokens > most)
        return tooLongFailure(modelName(model), this.inputTokens, most);
      // The limit ended while counting; the caller already has its reply.
      if (limit.signal.aborted) return this.cutOff('cancelled');
      this.sent = true;
      this.text = await read(await model.send(messages, limit.signal), limit.signal);
      return this.answered(this.text, await this.count(this.text));
    } catch (error) {
      return toFailure(error, modelName(model));
    }
  }

  /** The reply when the time limit ends the request. */
  cutOff(how: CutOff): JudgeReply {
    if (this.text !== undefined) return this.answered(this.text, undefined);
    return { ...cutOffFailure(how, modelName(this.model)), calls: this.sent ? 1 : 0 };
  }

  private answered(text: string, outputTokens: number | undefined): JudgeReply {
    const { inputTokens } = this;
    return {
      kind: 'answered',
      calls: 1,
      text,
      ...(inputTokens !== undefined && { inputTokens }),
      ...(outputTokens !== undefined && { outputTokens }),
    };
  }

  /** Undefined where the model does not count, or not in time. */
  private async count(text: string): Promise<number | undefined> {
    const { signal, timeoutMs } = this.limit;
    const countingMs = Math.min(MAX_COUNTING_MS, timeoutMs * COUNTING_SHARE);
    const counting = (async () => await this.model.countTokens(text, signal))();
    const count: unknown = await withTimeout(counting, countingMs);
    return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
  }
}

/** Reads the texts of a stream up to `MAX_ANSWER` or until the signal aborts; breaking out closes the stream. */
async function read(stream: AsyncIterable<unknown>, signal: AbortSignal): Promise<string> {
  let text = '';
  for await (const part of stream) {
    if (typeof part === 'string') text += part;
    if (text.length >= MAX_ANSWER || signal.aborted) break;
  }
  return text.slice(0, MAX_ANSWER);
}
