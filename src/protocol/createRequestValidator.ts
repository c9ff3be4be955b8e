import * as z from 'zod/mini';
import type { AnyPageRequest, RequestMap } from './pageRequest';

/** Result of validating a message of a page. */
export type ValidatedRequest<R extends RequestMap<R>> =
  | { readonly ok: true; readonly request: AnyPageRequest<R> }
  /** `id` is set if the message has one, so that the refusal can be sent as its response. */
  | { readonly ok: false; readonly id: number | undefined; readonly message: string };

/** The parameters of each method of a protocol. */
export type ParamSchemas<R extends RequestMap<R>> = {
  readonly [M in keyof R]: z.ZodMiniType<R[M][0]>;
};

/**
 * Creates a validator for messages of a page (`page` names it in refusals): accepts only requests of its protocol, with
 * a known method, exactly its parameters, within size limits. The refusal names the place, never the content.
 */
export function createRequestValidator<R extends RequestMap<R>>(
  page: string,
  schemas: ParamSchemas<R>,
): (raw: unknown) => ValidatedRequest<R> {
  const envelope = z.strictObject({
    type: z.literal('request'),
    id: z.int().check(z.minimum(0)),
    method: z.enum(Object.keys(schemas)),
    params: z.unknown(),
  });
  const refuse = (raw: unknown, what: string, error: z.core.$ZodError): ValidatedRequest<R> => {
    const place = error.issues[0]?.path.join('.') ?? '';
    const where = place === '' ? '' : `: "${place}" is wrong`;
    const known = z.looseObject({ id: z.int().check(z.minimum(0)) }).safeParse(raw);
    return {
      ok: false,
      id: known.success ? known.data.id : undefined,
      message: `Refused: the ${what} of the ${page} is not in the protocol${where}. Nothing was changed.`,
    };
  };
  return (raw) => {
    const message = envelope.safeParse(raw);
    if (!message.success) return refuse(raw, 'message', message.error);
    const { id } = message.data;
    const method = message.data.method as keyof R & string;
    const params = schemas[method].safeParse(message.data.params);
    if (!params.success) return refuse(raw, `parameters of "${method}"`, params.error);
    const request = { type: 'request', id, method, params: params.data } as AnyPageRequest<R>;
    return { ok: true, request };
  };
}
