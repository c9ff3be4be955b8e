import type { PageRequest, PageResponse, RequestMap } from '../src/protocol/pageRequest';

/** The host answered a request with an error; the message is for the user. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
}

/** Requests of a page without a response. */
export interface PendingRequests<R extends RequestMap<R>> {
  /** Resolves with the host's result; rejects with `RequestFailed` if the response is an error. */
  readonly request: <M extends keyof R>(method: M, params: R[M][0]) => Promise<R[M][1]>;
  /** Settles a request with its response; ignores an unexpected one. */
  readonly settle: (response: PageResponse<R>) => void;
}

interface Waiting<R extends RequestMap<R>> {
  readonly resolve: (result: R[keyof R][1]) => void;
  readonly reject: (error: RequestFailed) => void;
}

/** Numbers and posts requests, and settles each with its response. */
export function createPendingRequests<R extends RequestMap<R>>(
  post: (message: PageRequest<R>) => void,
): PendingRequests<R> {
  const waiting = new Map<number, Waiting<R>>();
  let lastId = 0;
  return {
    request: (method, params) =>
      new Promise<R[keyof R][1]>((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        post({ type: 'request', id, method, params });
      }),
    settle: (response) => {
      const found = waiting.get(response.id);
      if (found === undefined) return;
      waiting.delete(response.id);
      if (response.ok) found.resolve(response.result);
      else found.reject(new RequestFailed(response.error.message));
    },
  };
}
