import type { PageRequest, PageResponse, RequestMap } from '../src/protocol/pageRequest';
import { createPendingRequests, type PendingRequests } from './requests';

/** A page's side of its protocol. */
export interface PageConnection<R extends RequestMap<R>> {
  readonly request: PendingRequests<R>['request'];
  /** Requests the whole view and shows it. Rejects like `request`. */
  readonly refresh: () => Promise<void>;
  /** Handles a message from the host; ignores other messages. */
  readonly receive: (message: unknown) => void;
}

/** What the host sends: responses, and views of which only the newest counts. */
export type PageMessage<R extends RequestMap<R>, S> =
  | PageResponse<R>
  | { readonly type: 'view'; readonly snapshot: S };

export interface PageConnectionOptions<R extends RequestMap<R>, S> {
  readonly post: (message: PageRequest<R>) => void;
  /** Called with every view that is not older than the last. */
  readonly show: (snapshot: S) => void;
  /** Requests the whole view. */
  readonly askView: (request: PendingRequests<R>['request']) => Promise<S>;
  readonly isSnapshot: (value: unknown) => value is S;
  readonly isMessage: (value: unknown) => value is PageMessage<R, S>;
}

/** Connects a page to the host. */
export function createPageConnection<
  R extends RequestMap<R>,
  S extends { readonly revision: number },
>(options: PageConnectionOptions<R, S>): PageConnection<R> {
  const { post, show, askView, isSnapshot, isMessage } = options;
  const { request, settle } = createPendingRequests<R>(post);
  let revision = -Infinity;
  const accept = (snapshot: unknown): void => {
    if (!isSnapshot(snapshot) || snapshot.revision < revision) return;
    ({ revision } = snapshot);
    show(snapshot);
  };
  return {
    request,
    refresh: async () => accept(await askView(request)),
    receive: (message) => {
      if (!isMessage(message)) return;
      if (message.type === 'view') accept(message.snapshot);
      else settle(message);
    },
  };
}
