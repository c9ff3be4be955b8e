import type { DashboardView } from '../src/protocol/dashboardView';
import type {
  HostMessage,
  Method,
  Params,
  RequestMessage,
  Result,
  Snapshot,
} from '../src/protocol/messages';

/** The host answered a request with an error; the message is for the human. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
}

/** The webview's side of the protocol. */
export interface HostConnection {
  /** Resolves with the host's result; rejects with `RequestFailed` when it answers with an error. */
  request<M extends Method>(method: M, params: Params<M>): Promise<Result<M>>;
  /** Asks for the whole view and shows it. Rejects like `request`. */
  refresh(): Promise<void>;
  /** Takes a message from the host; anything that is none is ignored. */
  receive(message: unknown): void;
}

interface Waiting {
  readonly resolve: (result: Result<Method>) => void;
  readonly reject: (error: RequestFailed) => void;
}

/** Connects to the host: `post` sends to it, `show` gets every view that is not older than the last. */
export function createHostConnection(
  post: (message: RequestMessage) => void,
  show: (view: DashboardView) => void,
): HostConnection {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let revision = -Infinity;

  const accept = (snapshot: Snapshot): void => {
    if (snapshot.revision < revision) return;
    revision = snapshot.revision;
    show(snapshot.view);
  };

  const request = <M extends Method>(method: M, params: Params<M>): Promise<Result<M>> =>
    new Promise<Result<Method>>((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      post({ type: 'request', id, method, params });
    });

  const settle = (message: Extract<HostMessage, { type: 'response' }>): void => {
    const found = waiting.get(message.id);
    if (found === undefined) return;
    waiting.delete(message.id);
    if (message.ok) found.resolve(message.result);
    else found.reject(new RequestFailed(message.error.message));
  };

  return {
    request,
    refresh: async () => accept(await request('ready', {})),
    receive: (message) => {
      if (!isHostMessage(message)) return;
      if (message.type === 'view') accept(message.snapshot);
      else settle(message);
    },
  };
}

function isHostMessage(message: unknown): message is HostMessage {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false;
  return message.type === 'view' || message.type === 'response';
}
