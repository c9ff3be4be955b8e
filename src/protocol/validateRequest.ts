import * as z from 'zod';
import type { Method, Requests } from './messages';
import type { AnyPageRequest } from './pageRequest';
import { createRequestValidator, type ParamSchemas } from './createRequestValidator';

/** Any request of the protocol, discriminated by its method. */
export type AnyRequest = AnyPageRequest<Requests>;

/** Maximum lengths of texts from the dashboard, in characters. */
export const MAX_NAME = 200;
export const MAX_TEXT = 20_000;
/** Maximum number of task ids in one request. */
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
  replayTurn: z.strictObject({ taskId: name, turn: turnNumber.min(1) }),
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
} satisfies ParamSchemas<Requests>;

/** Every method of the protocol. */
export const METHODS = Object.keys(PARAMS) as readonly Method[];

/** Validates a message of the dashboard as a request of its protocol. */
export const validateRequest = createRequestValidator<Requests>('dashboard', PARAMS);
