import { discardBody } from './boundedBody';

/** What went wrong before there was an answer to be read. */
export type SendTrouble =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'no connection'; readonly error: unknown };

export interface SendOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Absent: none is sent. */
  readonly key: string | undefined;
  readonly signal: AbortSignal;
}

/** A `fetch` for one call, and what it met with. */
export interface Sender {
  readonly fetch: typeof globalThis.fetch;
  /** Undefined while nothing went wrong. */
  trouble(): SendTrouble | undefined;
}

/**
 * Sends a POST of JSON with no headers but ours, follows no redirect, and reads nothing of an answer
 * that is not a success: then it throws, and `trouble` says why.
 */
export function sendOnly({ fetch, key, signal }: SendOptions): Sender {
  let trouble: SendTrouble | undefined;
  const send: typeof globalThis.fetch = async (address, init) => {
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'devs',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    };
    const body = init?.body ?? null;
    const ours = { method: 'POST', headers, body, signal, redirect: 'manual' } as const;
    const response = await fetch(address, ours);
    if (response.ok) return response;
    discardBody(response);
    trouble = isRedirect(response)
      ? { kind: 'redirect' }
      : { kind: 'status', status: response.status };
    return response;
  };
  return {
    trouble: () => trouble,
    fetch: async (address, init) => {
      // Not left waiting by a sender that takes no notice: the client would hold on to a timer.
      const first = Promise.race([send(address, init), abortOf(signal)]);
      const response = await first.catch((error: unknown) => {
        trouble = { kind: 'no connection', error };
        return undefined;
      });
      if (response === undefined || trouble !== undefined) throw new Error('not sent');
      return response;
    },
  };
}

/** Rejects when it comes. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
}

/** A browser's `fetch` hides a redirect behind status 0. */
function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}
