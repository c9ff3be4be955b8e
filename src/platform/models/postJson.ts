import { discardBody } from './boundedBody';

/** A failure before a response is available. */
export type SendFailure =
  | {
      readonly kind: 'status';
      readonly status: number;
      /** The header `Retry-After`, as it came; absent for none. */
      readonly retryAfter?: string;
    }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'no connection'; readonly error: unknown };

export type Posted = { readonly kind: 'sent'; readonly response: Response } | SendFailure;

export interface PostOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly address: string;
  /** JSON. */
  readonly content: object;
  /** Absent: none is sent. */
  readonly key: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sends a POST of JSON, once, and follows no redirect. Reads nothing of an answer that is not a
 * success. Never rejects.
 */
export async function postJson({
  fetch,
  address,
  content,
  key,
  signal,
}: PostOptions): Promise<Posted> {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'devs',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  const body = JSON.stringify(content);
  let response: Response;
  try {
    response = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'manual' });
  } catch (error) {
    return { kind: 'no connection', error };
  }
  if (response.ok) return { kind: 'sent', response };
  discardBody(response);
  if (isRedirect(response)) return { kind: 'redirect' };
  const retryAfter = response.headers.get('retry-after');
  return { kind: 'status', status: response.status, ...(retryAfter !== null && { retryAfter }) };
}

/** A browser's `fetch` hides a redirect behind status 0. */
function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}
