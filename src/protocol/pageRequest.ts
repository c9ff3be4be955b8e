/** Requests of a page to the host: `method: [params, result]`. JSON only. */
export type RequestMap<R> = { readonly [M in keyof R]: [params: unknown, result: unknown] };

/** One request of a page. */
export interface PageRequest<R extends RequestMap<R>, M extends keyof R = keyof R> {
  readonly type: 'request';
  /** Chosen by the page, echoed in the response. */
  readonly id: number;
  readonly method: M;
  readonly params: R[M][0];
}

/** Any request of a page, discriminated by its method. */
export type AnyPageRequest<R extends RequestMap<R>> = {
  [M in keyof R]: PageRequest<R, M>;
}[keyof R];

/** Response to the request with the same id: its result, or an error for humans. */
export type PageResponse<R extends RequestMap<R>> =
  | {
      readonly type: 'response';
      readonly id: number;
      readonly ok: true;
      readonly result: R[keyof R][1];
    }
  | {
      readonly type: 'response';
      readonly id: number;
      readonly ok: false;
      readonly error: { readonly message: string };
    };
