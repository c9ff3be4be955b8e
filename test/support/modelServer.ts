import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server got it. */
export interface ModelRequest {
  readonly method: string;
  /** With its query: `/v1/chat/completions`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** `text` read as JSON; undefined where it is none. */
  readonly body: unknown;
  /** Resolves when the connection for it is over, whoever ended it. */
  readonly gone: Promise<void>;
}

/** How the server answers a request. */
export type ScriptedAnswer =
  /** A chat completion with this content; `more` is laid over its top level. */
  | { readonly kind: 'chat'; readonly content: unknown; readonly more?: object }
  /** A chat completion with this whole message, such as one with a refusal or tool calls. */
  | { readonly kind: 'message'; readonly message: unknown; readonly finish?: string }
  /** A list of embeddings, in this order. */
  | { readonly kind: 'vectors'; readonly vectors: readonly (readonly unknown[])[] }
  /** Any document at all. */
  | { readonly kind: 'json'; readonly body: unknown; readonly status?: number }
  | { readonly kind: 'text'; readonly body: string; readonly type?: string }
  /** An error whose body and headers repeat the request's key and all that it asked. */
  | { readonly kind: 'status'; readonly status: number; readonly error?: object }
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
  /** Nothing, not even headers. */
  | { readonly kind: 'hangs' }
  /** Headers at once, then a byte of white space each millisecond and no end. */
  | { readonly kind: 'trickles' }
  /** A body without end, as fast as it is read. */
  | { readonly kind: 'floods' }
  /** The connection is cut: before the headers, or in the midst of the body. */
  | { readonly kind: 'hangs up'; readonly when: 'at once' | 'midway' };

/** What request `n`, counted from 1, is answered. */
export type ModelScript = (request: ModelRequest, n: number) => ScriptedAnswer;

export interface ModelServer {
  /** To be configured: `http://127.0.0.1:4711/v1`. */
  readonly url: string;
  /** In the order of their coming. */
  readonly requests: readonly ModelRequest[];
  /** Ends it and every connection. */
  close(): Promise<void>;
}

/** Longer than any test may take, so that an answer without end has one where a test forgot to close. */
const LONGEST_MS = 60_000;

const FLOOD = Buffer.alloc(65_536, 0x20);

/**
 * A server on loopback that speaks as much of OpenAI's HTTP API as Devs uses, and answers as told:
 *
 *     const server = await startModelServer((request, n) => ({ kind: 'chat', content: '{}' }));
 *     … server.url … server.requests[0]?.headers.authorization …
 *     await server.close();
 */
export async function startModelServer(script: ModelScript): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer((incoming, response) => {
    const answerIt = (request: ModelRequest): void => {
      requests.push(request);
      answer(response, request, script(request, requests.length));
    };
    // Who leaves before all was asked is not answered.
    void readRequest(incoming, response).then(answerIt, () => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Answers `answer`, but a request that asks for a structured answer is refused with `status`. */
export function refusingFormat(answer: ScriptedAnswer, status = 400): ModelScript {
  return ({ body }) =>
    body instanceof Object && 'response_format' in body ? { kind: 'status', status } : answer;
}

async function readRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<ModelRequest> {
  const gone = new Promise<void>((resolve) => void response.once('close', () => resolve()));
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const { method = '', url: path = '', headers } = incoming;
  return { method, path, headers, text, body: jsonOf(text), gone };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function answer(response: ServerResponse, request: ModelRequest, scripted: ScriptedAnswer): void {
  switch (scripted.kind) {
    case 'chat': {
      const message = { role: 'assistant', content: scripted.content };
      send(response, { ...completion(message, 'stop'), ...scripted.more });
      break;
    }
    case 'message':
      send(response, completion(scripted.message, scripted.finish ?? 'stop'));
      break;
    case 'vectors':
      send(response, embeddings(scripted.vectors));
      break;
    case 'json':
      send(response, scripted.body, scripted.status);
      break;
    case 'text':
      response.writeHead(200, { 'content-type': scripted.type ?? 'text/html' }).end(scripted.body);
      break;
    case 'status':
      sendError(response, request, scripted);
      break;
    case 'redirect':
      response.writeHead(scripted.status ?? 307, { location: scripted.to }).end();
      break;
    case 'hangs':
    case 'trickles':
    case 'floods':
      sendWithoutEnd(response, scripted.kind);
      break;
    case 'hangs up':
      hangUp(response, scripted.when);
      break;
    default:
      scripted satisfies never;
  }
}

function send(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function completion(message: unknown, finish: string): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'scripted',
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 },
  };
}

function embeddings(vectors: readonly (readonly unknown[])[]): object {
  return {
    object: 'list',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    model: 'scripted',
    usage: { prompt_tokens: 12, total_tokens: 12 },
  };
}

/** As careless as a server can be: what it was sent comes back in what it says. */
function sendError(
  response: ServerResponse,
  { headers, text }: ModelRequest,
  { status, error }: Extract<ScriptedAnswer, { readonly kind: 'status' }>,
): void {
  const said = `refused: ${headers.authorization ?? 'no key'} asked ${text}`;
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': encodeURIComponent(said).slice(0, 2_000),
    })
    .end(JSON.stringify({ error: { message: said, type: said, ...error } }));
}

function sendWithoutEnd(response: ServerResponse, kind: 'hangs' | 'trickles' | 'floods'): void {
  const end = setTimeout(() => response.destroy(), LONGEST_MS).unref();
  response.once('close', () => clearTimeout(end));
  if (kind === 'hangs') return;
  response.writeHead(200, { 'content-type': 'application/json' });
  if (kind === 'floods') {
    flood(response);
    return;
  }
  const next = setInterval(() => response.write(' '), 1);
  response.once('close', () => clearInterval(next));
}

function flood(response: ServerResponse): void {
  const pour = (): void => {
    while (!response.destroyed && response.write(FLOOD));
  };
  response.on('drain', pour);
  pour();
}

function hangUp(response: ServerResponse, when: 'at once' | 'midway'): void {
  if (when === 'at once') {
    response.socket?.destroy();
    return;
  }
  const half = JSON.stringify(completion({ role: 'assistant', content: '{"isRegr' }, 'stop'));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': half.length });
  response.write(half.slice(0, half.length / 2), () => response.socket?.destroy());
}
