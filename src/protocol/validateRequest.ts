import * as z from 'zod';
import type { Method, Params, RequestMessage } from './messages';

/** Any request of the protocol, told apart by its method. */
export type AnyRequest = { [M in Method]: RequestMessage<M> }[Method];

export type Validated =
  | { readonly ok: true; readonly request: AnyRequest }
  /** `id` is there when the message had one, so that the refusal can be answered. */
  | { readonly ok: false; readonly id: number | undefined; readonly message: string };

/** Longest texts that are taken from the dashboard, in characters. */
export const MAX_NAME = 200;
export const MAX_TEXT = 20_000;
/** Most task ids that one request may name. */
export const MAX_TASK_IDS = 1_000;

const nothing = z.strictObject({});
const name = z.string().min(1).max(MAX_NAME);
const text = z.string().max(MAX_TEXT);
const turnNumber = z.int().min(0).max(1_000_000);
const taskOnly = z.strictObject({ taskId: name });

const PARAMS = {
  ready: z.strictObject({ open: z.array(name).max(MAX_TASK_IDS).exactOptional() }),
  openTasks: z.strictObject({ taskIds: z.array(name).max(MAX_TASK_IDS) }),
  metrics: nothing,
  run: z.strictObject({ taskIds: z.array(name).min(1).max(MAX_TASK_IDS).exactOptional() }),
  pause: z.strictObject({ now: z.boolean() }),
  skip: taskOnly,
  resume: z.strictObject({
    taskId: name,
    hint: text.exactOptional(),
    agent: name.exactOptional(),
  }),
  retry: taskOnly,
  notALoop: taskOnly,
  rewind: z.strictObject({ taskId: name, toTurn: turnNumber.exactOptional() }),
  redo: taskOnly,
  openChanges: z.strictObject({
    taskId: name,
    from: turnNumber,
    to: turnNumber.exactOptional(),
  }),
  init: nothing,
  addTask: z.strictObject({
    id: name,
    title: name,
    goal: text.min(1),
    verify: text.exactOptional(),
  }),
  openConfig: z.strictObject({ line: z.int().min(1).exactOptional() }),
  openReport: taskOnly,
  openRunReport: nothing,
  copyRunReport: nothing,
  exportRunReport: nothing,
  openFolder: nothing,
  manageTrust: nothing,
} satisfies { readonly [M in Method]: z.ZodType<Params<M>> };

/** Every method of the protocol. */
export const METHODS = Object.keys(PARAMS) as readonly Method[];

const envelope = z.strictObject({
  type: z.literal('request'),
  id: z.int().min(0),
  method: z.enum(METHODS),
  params: z.unknown(),
});

/**
 * Decides whether what a webview sent is a request of the protocol: known method, exactly its
 * parameters, nothing oversized. The refusal names the place, never the content.
 */
export function validateRequest(raw: unknown): Validated {
  const message = envelope.safeParse(raw);
  if (!message.success) return refuse(raw, 'message', message.error);
  const { id, method } = message.data;
  const params = PARAMS[method].safeParse(message.data.params);
  if (!params.success) return refuse(raw, `parameters of "${method}"`, params.error);
  return { ok: true, request: { type: 'request', id, method, params: params.data } as AnyRequest };
}

function refuse(raw: unknown, what: string, error: z.ZodError): Validated {
  const place = error.issues[0]?.path.join('.') ?? '';
  const where = place === '' ? '' : `: "${place}" is wrong`;
  const known = z.looseObject({ id: z.int().min(0) }).safeParse(raw);
  return {
    ok: false,
    id: known.success ? known.data.id : undefined,
    message: `Refused: the ${what} of the dashboard is not in the protocol${where}. Nothing was changed.`,
  };
}
