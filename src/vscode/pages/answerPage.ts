import type { AnyPageRequest, PageResponse, RequestMap } from '../../protocol/pageRequest';
import { pageWords } from '../text/editorWords';
import type { ValidatedRequest } from '../../protocol/createRequestValidator';

/** Result of a request, or an error message for humans. */
export type PageOutcome<R extends RequestMap<R>, M extends keyof R> =
  | { readonly ok: true; readonly result: R[M][1] }
  | { readonly ok: false; readonly message: string };

/** One handler for each method of a page's protocol; a missing one does not compile. */
export type PageHandlers<R extends RequestMap<R>> = {
  readonly [M in keyof R]: (params: R[M][0]) => Promise<PageOutcome<R, M>>;
};

/** Logs problems that are not shown elsewhere. */
export type Report = (problem: string) => void;

/** Dependencies of `answerPage`. */
export interface PageAnswerOptions<R extends RequestMap<R>> {
  /** Loaded with the first message. */
  readonly validator: () => Promise<(raw: unknown) => ValidatedRequest<R>>;
  readonly handlers: PageHandlers<R>;
  readonly report: Report;
}

/**
 * Answers one message of a page. Messages outside its protocol are refused before any handler runs; a
 * handler that throws is answered as an error and reported. `undefined`: the message had no id to answer to.
 */
export async function answerPage<R extends RequestMap<R>>(
  raw: unknown,
  { validator, handlers, report }: PageAnswerOptions<R>,
): Promise<PageResponse<R> | undefined> {
  const validated = (await validator())(raw);
  if (!validated.ok) {
    report(validated.message);
    return validated.id === undefined ? undefined : failure(validated.id, validated.message);
  }
  const { request } = validated;
  try {
    const outcome = await dispatch(request, handlers);
    return outcome.ok
      ? { type: 'response', id: request.id, ok: true, result: outcome.result }
      : failure(request.id, outcome.message);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    report(`"${String(request.method)}" failed: ${message}`);
    return failure(request.id, message);
  }
}

async function dispatch<R extends RequestMap<R>>(
  { method, params }: AnyPageRequest<R>,
  handlers: PageHandlers<R>,
): Promise<PageOutcome<R, keyof R>> {
  return handlers[method](params);
}

function failure<R extends RequestMap<R>>(id: number, message: string): PageResponse<R> {
  return { type: 'response', id, ok: false, error: { message: pageWords(message) } };
}
