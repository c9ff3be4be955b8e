import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { anthropicMessages } from './anthropicMessages';
import { geminiGenerateContent } from './geminiGenerateContent';
import type { ModelAnswer, ModelScript, Refusal } from './modelProtocol';
import { json, NOT_CONNECTED } from './modelProtocol';
import { openaiChatCompletions } from './openaiChatCompletions';
import { openaiResponses } from './openaiResponses';

/** One request that reached the scripted model. */
export interface ModelRequest {
  readonly method: string;
  /** Path with query; host and port where the agent tried to leave the machine. */
  readonly target: string;
  readonly body: string;
}

/** A model endpoint on loopback that plays a script and remembers what it was asked. */
export interface ScriptedModel {
  /** `http://127.0.0.1:<port>`, to be used as base URL and as proxy. */
  readonly url: string;
  /** Every request the agent made to a model, in order. */
  readonly requests: readonly ModelRequest[];
  /** Every attempt to reach another machine; all of them were refused. */
  readonly refused: readonly ModelRequest[];
  /** Ends every connection; afterwards nothing listens. */
  readonly close: () => Promise<void>;
}

/** How the scripted model answers: by its script, or as a provider does without a valid key or when it cannot serve. */
export type ModelMode = 'scripted' | 'unauthorised' | Refusal;

const protocols = [
  anthropicMessages,
  openaiChatCompletions,
  openaiResponses,
  geminiGenerateContent,
];
const lifetimeMs = 900_000;
const bodyLimit = 8 * 1024 * 1024;

/**
 * Listens on 127.0.0.1 at a free port, for a quarter of an hour at most. The same port serves as HTTP proxy
 * and refuses whatever is meant for another machine than itself.
 */
export async function startScriptedModel(
  script: ModelScript,
  mode: ModelMode = 'scripted',
): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const refused: ModelRequest[] = [];
  const tunnels = new Set<Socket>();
  const thinkingTime = createThinkingTime();
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const asked = { method: request.method ?? '', target: request.url ?? '', body };
      const elsewhere = !asked.target.startsWith('/');
      (elsewhere ? refused : requests).push(asked);
      if (!elsewhere && requests.length > (script.answers ?? Infinity)) return;
      const answer = elsewhere ? refusal : answerTo(asked, request.headers, { script, mode });
      setTimeout(() => send(response, answer), thinkingTime(body));
    });
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    tunnels.add(socket);
    socket.on('error', () => socket.destroy());
    const { port, address } = server.address() as AddressInfo;
    if (request.url === `${address}:${port}`) {
      tunnels.add(tunnelTo(port, address, socket));
      return;
    }
    refused.push({ method: 'CONNECT', target: request.url ?? '', body: '' });
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
  });
  server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    requests.push({ method: 'UPGRADE', target: request.url ?? '', body: '' });
    tunnels.add(socket);
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 426 Upgrade Required\r\ncontent-length: 0\r\n\r\n');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = async (): Promise<void> => {
    clearTimeout(limit);
    for (const socket of tunnels) socket.destroy();
    server.closeAllConnections();
    await new Promise<void>((closed) => server.close(() => closed()));
  };
  const limit = setTimeout(() => void close(), lifetimeMs);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, refused, close };
}

/** For agents that go through the proxy to loopback, too. */
function tunnelTo(port: number, host: string, socket: Socket): Socket {
  const onward = connect(port, host, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.pipe(onward).pipe(socket);
  });
  onward.on('error', () => socket.destroy());
  socket.on('close', () => onward.destroy());
  return onward;
}

/**
 * Milliseconds before the answer to a request that tells of another call of a tool that is not connected yet: a model
 * that calls it again at once, three times, would be in a loop.
 */
function createThinkingTime(): (body: string) => number {
  let known = 0;
  return (body) => {
    const tries = body.match(new RegExp(NOT_CONNECTED, 'g'))?.length ?? 0;
    if (tries <= known) return 0;
    known = tries;
    return 2_000 * 4 ** (tries - 1);
  };
}

const refusal = json({ error: 'This test reaches no other machine.' }, 403);

function answerTo(
  asked: ModelRequest,
  headers: IncomingHttpHeaders,
  { script, mode }: { readonly script: ModelScript; readonly mode: ModelMode },
): ModelAnswer {
  const path = asked.target.split('?')[0] ?? '';
  const protocol = protocols.find((candidate) => candidate.serves(path));
  if (protocol === undefined) return json({ error: { message: 'Not found' } }, 404);
  const hasKey = headers[protocol.keyHeader] !== undefined;
  if (mode === 'unauthorised' || !hasKey) return protocol.unauthorised(hasKey);
  return mode === 'scripted' ? protocol.answer(path, asked.body, script) : protocol.refusals[mode];
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, answer: ModelAnswer): void {
  response.writeHead(answer.status, { 'content-type': answer.contentType, ...answer.headers });
  response.end(answer.body);
}
