import { readBody } from './boundedBody';
import { readChat } from './chatAnswer';
import { readEmbeddings } from './embeddingAnswer';
import { toEndpointFailure, type EndpointFailure, type CallFailure } from './endpointFailure';
import { isKey, type ModelKeys } from './modelKeys';
import { postJson } from './postJson';

export interface EndpointOptions {
  /** Absolute http(s) address up to and with its version; no user, no key in it. */
  readonly url: string;
  readonly keys: ModelKeys;
  /** Absent: the platform's own. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface ChatRequest {
  readonly model: string;
  readonly system: string;
  readonly user: string;
  /** JSON schema that the answer is held to; absent: not asked for. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

export interface EmbedRequest {
  readonly model: string;
  /** One text or more, none of them empty. */
  readonly texts: readonly string[];
}

export type ChatAnswer =
  | EndpointFailure
  | {
      readonly kind: 'answered';
      /** 100,000 characters at most. */
      readonly text: string;
      /** Whole numbers >= 0; absent where the service does not count them. */
      readonly inputTokens?: number;
      readonly outputTokens?: number;
    };

export type EmbedAnswer =
  | EndpointFailure
  | {
      readonly kind: 'answered';
      /** One for each text, in their order: finite numbers, the same count in each, one at least. */
      readonly vectors: readonly (readonly number[])[];
      readonly inputTokens?: number;
    };

/** A service that speaks OpenAI's HTTP API. Each method makes one HTTP request, or none; neither ever rejects. */
export interface ModelEndpoint {
  /** Host and port, for humans. */
  readonly host: string;
  chat(request: ChatRequest, limits: CallLimits): Promise<ChatAnswer>;
  embed(request: EmbedRequest, limits: CallLimits): Promise<EmbedAnswer>;
}

/** Bytes of an answer that are read, at most. */
const MAX_CHAT_BYTES = 1_000_000;
/** The same for each text's vector: more than 4,096 numbers of full length. */
const MAX_VECTOR_BYTES = 128_000;

/** Opening reaches for nothing. */
export function openEndpoint(options: EndpointOptions): ModelEndpoint {
  const { host } = new URL(options.url);
  return {
    host,
    chat: ({ model, system, user, schema }, limits) =>
      callEndpoint(options, {
        purpose: 'chat',
        model,
        limits,
        maxBytes: MAX_CHAT_BYTES,
        path: 'chat/completions',
        content: {
          model,
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
          ...(schema && {
            response_format: {
              type: 'json_schema',
              json_schema: { name: 'answer', strict: true, schema: { ...schema } },
            },
          }),
        },
        read: readChat,
      }),
    embed: ({ model, texts }, limits) =>
      callEndpoint(options, {
        purpose: 'embedding',
        model,
        limits,
        maxBytes: MAX_CHAT_BYTES + texts.length * MAX_VECTOR_BYTES,
        path: 'embeddings',
        content: { model, input: [...texts], encoding_format: 'float' },
        read: (text) => readEmbeddings(text, texts.length),
      }),
  };
}

/** What kind of model a request is for. */
interface Call<T> {
  readonly purpose: 'chat' | 'embedding';
  readonly model: string;
  readonly limits: CallLimits;
  readonly maxBytes: number;
  /** Below the endpoint's address. */
  readonly path: string;
  /** JSON. */
  readonly content: object;
  readonly read: (text: string) => T | CallFailure;
}

/** Progress of a call. */
interface Progress {
  /** Absent: nothing was sent yet. */
  sent?: 'with a key' | 'without a key';
}

async function callEndpoint<T extends { readonly kind: 'answered' }>(
  options: EndpointOptions,
  request: Call<T>,
): Promise<T | EndpointFailure> {
  const progress: Progress = {};
  const { purpose, model, limits } = request;
  const met = await runWithinLimits(
    limits,
    (signal) => exchange(options, request, { signal, progress }),
    // What `fetch` or the service gave cannot be read.
  ).catch((): CallFailure => ({ kind: 'not understood' }));
  const result = typeof met === 'string' ? { kind: met } : met;
  if (result.kind === 'answered') return result;
  const { url } = options;
  const { timeoutMs } = limits;
  return toEndpointFailure(result, { purpose, model, url, timeoutMs, sent: progress.sent });
}

async function exchange<T>(
  { url, keys, fetch = globalThis.fetch }: EndpointOptions,
  { maxBytes, path, content, read }: Call<T>,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: Progress },
): Promise<T | CallFailure> {
  const found = await keys.find(url).then(
    (key) => ({ key }),
    () => undefined,
  );
  if (found === undefined) return { kind: 'no key store' };
  const { key } = found;
  if (key !== undefined && !isKey(key)) return { kind: 'bad key' };
  // The caller no longer waits for it.
  if (signal.aborted) return { kind: 'cancelled' };
  progress.sent = key === undefined ? 'without a key' : 'with a key';
  const address = `${url}${url.endsWith('/') ? '' : '/'}${path}`;
  const posted = await postJson({ fetch, address, content, key, signal });
  if (posted.kind !== 'sent') return posted;
  const body = await readBody(posted.response, maxBytes);
  return body.kind === 'text' ? read(body.text) : body;
}

/** Time limit and cancellation of a call. */
interface CallLimits {
  readonly signal: AbortSignal;
  /** Milliseconds for all of it, the last byte of the answer included. */
  readonly timeoutMs: number;
}

/** Longest delay of a timer; a longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Returns the result of `work`, or why waiting for it ended. The signal for `work` aborts with either limit; work that
 * ignores it continues unobserved.
 */
async function runWithinLimits<T>(
  { signal, timeoutMs }: CallLimits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | 'cancelled' | 'timeout'> {
  if (signal.aborted) return 'cancelled';
  const controller = new AbortController();
  const { promise: over, resolve } = withResolver<'cancelled' | 'timeout'>();
  const end = (why: 'cancelled' | 'timeout'): void => {
    resolve(why);
    controller.abort();
  };
  const cancel = (): void => end('cancelled');
  signal.addEventListener('abort', cancel);
  const timer = setTimeout(end, Math.min(timeoutMs, MAX_TIMER_MS), 'timeout');
  try {
    return await Promise.race([work(controller.signal), over]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
