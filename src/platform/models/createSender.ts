import { discardBody } from './boundedBody';

/** A failure before there is an answer to read. */
export type SendFailure =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'no connection'; readonly error: unknown };

export interface SendOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Absent: none is sent. */
  readonly key: string | undefined;
  readonly signal: AbortSignal;
}

/** A `fetch` for one call, and its failure. */
export interface Sender {
  readonly fetch: typeof globalThis.fetch;
  /** Undefined unless the call failed. */
  failure(): SendFailure | undefined;
}

/**
 * Sends a POST of JSON with no headers but ours, follows no redirect, and reads nothing of an answer
 * that is not a success: then it throws, and `trouble` says why.
 */
export function createSender({ fetch, key, signal }: SendOptions): Sender {
  let trouble: SendFailure | undefined;
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
    failure: () => trouble,
    fetch: async (address, init) => {
      // Ends even when `fetch` ignores the signal: the client would keep a timer.
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

/** Rejects when the signal aborts. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
}

/** A browser's `fetch` hides a redirect behind status 0. */
function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}
