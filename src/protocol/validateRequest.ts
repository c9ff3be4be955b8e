import * as z from 'zod/mini';
import { PRIORITY_RANGE } from '../model/task/task';
import { isWebLink } from '../model/task/webLink';
import { DOCS_TOPICS, MAX_LIST, MAX_TEXT, type Method, type Requests } from './messages';
import type { AnyPageRequest } from './pageRequest';
import { createRequestValidator, type ParamSchemas } from './createRequestValidator';

/** Any request of the protocol, discriminated by its method. */
export type AnyRequest = AnyPageRequest<Requests>;

/** Maximum lengths of names and paths from the dashboard, in characters. */
export const MAX_NAME = 200;
export const MAX_PATH = 1_000;
/** Maximum number of task ids in one request. */
export const MAX_TASK_IDS = 1_000;

const nothing = z.strictObject({});
const name = z.string().check(z.minLength(1), z.maxLength(MAX_NAME));
const text = z.string().check(z.maxLength(MAX_TEXT));
const turnNumber = z.int().check(z.minimum(0), z.maximum(1_000_000));
const taskOnly = z.strictObject({ taskId: name });
const seenChange = { taskId: name, turn: z.exactOptional(turnNumber.check(z.minimum(1))) };
const sessionOnly = z.strictObject({ session: name });

const newTask = z.strictObject({
  id: name,
  title: name,
  goal: text.check(z.minLength(1)),
  agent: z.exactOptional(name),
  verify: z.exactOptional(text),
  dependsOn: z.exactOptional(z.array(name).check(z.maxLength(MAX_TASK_IDS))),
  priority: z.exactOptional(
    z.int().check(z.minimum(PRIORITY_RANGE.min), z.maximum(PRIORITY_RANGE.max)),
  ),
  link: z.exactOptional(z.string().check(z.refine(isWebLink))),
});

/** The parameters of every method. */
export const PARAMS = {
  ready: z.strictObject({ open: z.exactOptional(z.array(name).check(z.maxLength(MAX_TASK_IDS))) }),
  openTasks: z.strictObject({ taskIds: z.array(name).check(z.maxLength(MAX_TASK_IDS)) }),
  metrics: nothing,
  run: z.strictObject({
    taskIds: z.exactOptional(z.array(name).check(z.minLength(1), z.maxLength(MAX_TASK_IDS))),
  }),
  pause: z.strictObject({ now: z.boolean() }),
  keepGoing: nothing,
  skip: taskOnly,
  resume: z.strictObject({
    taskId: name,
    hint: z.exactOptional(text),
    agent: z.exactOptional(name),
  }),
  stopWaiting: taskOnly,
  checkAgain: taskOnly,
  allowMore: taskOnly,
  chooseAgent: taskOnly,
  retry: taskOnly,
  accept: z.strictObject(seenChange),
  openReview: taskOnly,
  sendBack: z.strictObject({ ...seenChange, text: z.exactOptional(text) }),
  discard: z.strictObject(seenChange),
  notALoop: z.strictObject({
    taskId: name,
    finding: z.exactOptional(turnNumber.check(z.minimum(1))),
  }),
  hint: z.strictObject({ taskId: name, text: text.check(z.minLength(1)), now: z.boolean() }),
  permit: z.strictObject({
    taskId: name,
    id: name,
    askedAt: name,
    allow: z.boolean(),
    always: z.exactOptional(z.enum(['task', 'workspace'])),
  }),
  answerQuestion: z.strictObject({
    taskId: name,
    id: name,
    askedAt: name,
    text: text.check(z.minLength(1)),
  }),
  rewind: z.strictObject({ taskId: name, toTurn: z.exactOptional(turnNumber) }),
  redo: taskOnly,
  openChanges: z.strictObject({
    taskId: name,
    from: turnNumber,
    to: z.exactOptional(turnNumber),
  }),
  openWorktree: taskOnly,
  openWorktreeTerminal: taskOnly,
  createPullRequest: taskOnly,
  replayTurn: z.strictObject({ taskId: name, turn: turnNumber.check(z.minimum(1)) }),
  init: nothing,
  findTasks: z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(MAX_LIST)) }),
  addTasks: z.strictObject({
    tasks: z.array(newTask).check(z.minLength(1), z.maxLength(MAX_TASK_IDS)),
  }),
  moveTask: z.strictObject({ taskId: name, to: z.enum(['before', 'after']), other: name }),
  openConfig: z.strictObject({ line: z.exactOptional(z.int().check(z.minimum(1))) }),
  openPlace: taskOnly,
  openFile: z.strictObject({
    file: z.string().check(z.minLength(1), z.maxLength(MAX_PATH)),
    line: z.exactOptional(z.int().check(z.minimum(1))),
  }),
  openTask: taskOnly,
  openDocs: z.strictObject({ about: z.enum(DOCS_TOPICS) }),
  openReport: taskOnly,
  openRunReport: nothing,
  copyRunReport: nothing,
  exportRunReport: nothing,
  sessionProof: sessionOnly,
  sessionSeen: sessionOnly,
  sessionNotALoop: sessionOnly,
  rewindSession: sessionOnly,
  snoozeSession: z.strictObject({ session: name, on: z.boolean() }),
  makeTask: sessionOnly,
  guardAgents: nothing,
  tryDemo: nothing,
  openFolder: nothing,
  openOwner: nothing,
  manageTrust: nothing,
} satisfies ParamSchemas<Requests>;

/** Every method of the protocol. */
export const METHODS = Object.keys(PARAMS) as readonly Method[];

/** Validates a message of the dashboard as a request of its protocol. */
export const validateRequest = createRequestValidator<Requests>('dashboard', PARAMS);
