import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as a service got it. */
export interface ReceivedNotification {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Answers a message; the default is what the services answer to a good one. */
export type NotificationAnswer = (response: ServerResponse) => void;

export interface NotificationServer {
  /** `http://127.0.0.1:4711`. */
  readonly url: string;
  readonly received: readonly ReceivedNotification[];
  close(): Promise<void>;
}

/** A service on this machine that takes messages; `answers` in their order, then the default. */
export async function openNotificationServer(
  answers: NotificationAnswer[] = [],
): Promise<NotificationServer> {
  const received: ReceivedNotification[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const body = JSON.parse(Buffer.concat(chunks).toString()) as unknown;
      received.push({ method, path, headers, body });
      const answer = answers.shift() ?? ((each) => void each.end('ok'));
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An answer with this status, whose body repeats what must be told to nobody. */
export function status(
  code: number,
  headers: Readonly<Record<string, string>> = {},
): NotificationAnswer {
  return (response) => void response.writeHead(code, headers).end('s3cret');
}
