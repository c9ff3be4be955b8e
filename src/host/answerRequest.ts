import type { Method, Params, RequestMessage, ResponseMessage, Result } from '../protocol/messages';

/** What a handler made of a request: its result, or why not, for humans. */
export type Outcome<M extends Method> =
  | { readonly ok: true; readonly result: Result<M> }
  | { readonly ok: false; readonly message: string };

/** One handler for each method of the protocol; a missing one does not compile. */
export type Handlers = {
  readonly [M in Method]: (params: Params<M>) => Promise<Outcome<M>>;
};

/** Where problems that nobody else hears of are written. */
export type Report = (problem: string) => void;

/**
 * Answers one message of a webview. What is not in the protocol is refused before any handler sees
 * it; a handler that throws is answered as an error and reported. `undefined`: the message had no id to
 * answer to.
 */
export async function answerRequest(
  raw: unknown,
  handlers: Handlers,
  report: Report,
): Promise<ResponseMessage | undefined> {
  const { validateRequest } = await import('../protocol/validateRequest');
  const validated = validateRequest(raw);
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
    report(`"${request.method}" failed: ${message}`);
    return failure(request.id, message);
  }
}

async function dispatch<M extends Method>(
  request: RequestMessage<M>,
  handlers: Handlers,
): Promise<Outcome<M>> {
  return handlers[request.method](request.params);
}

function failure(id: number, message: string): ResponseMessage {
  return { type: 'response', id, ok: false, error: { message } };
}
