import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { isWebLink } from '../../../model/task/webLink';
import type { InboxAnswer, InboxRequest } from '../../../ports/workspaceState';
import { truncate } from '../../../text/truncate';
import type { Actor } from '../../../model/workspace/leaseHolder';
import type { ProcessIdentity } from '../lease/leaseRules';

/** Maximum bytes of a message; larger ones are refused unread. */
export const MESSAGE_LIMIT = 65_536;

/** Characters of a problem: a message may have thousands of unknown keys. */
const MAX_PROBLEM = 1_000;

/** Content of an inbox message: a request with its sender. */
export interface InboxMessage {
  readonly asker: ProcessIdentity;
  readonly who: Actor['who'];
  readonly request: InboxRequest;
}

export type InboxMessageResult =
  | { readonly ok: true; readonly message: InboxMessage }
  | { readonly ok: false; readonly problem: string };

const MESSAGE_NAME = /^([A-Za-z0-9-]{1,64})\.json$/;
const taskId = z.string().check(z.minLength(1), z.maxLength(200));
const lessonId = z.string().check(z.minLength(1), z.maxLength(200));

const amount = z.int().check(z.positive());

const questionId = z.string().check(z.maxLength(20));

const commentId = z.string().check(z.minLength(1), z.maxLength(200));
const reviewText = z.string().check(z.maxLength(20_000));
const lineNumber = z.int().check(z.positive());
const seenChange = { turn: z.exactOptional(z.int().check(z.positive())) };
const commentDraft = z.strictObject({
  path: z.string().check(z.minLength(1), z.maxLength(10_000)),
  line: lineNumber,
  endLine: z.exactOptional(lineNumber),
  text: reviewText,
});

const requestSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('pause'), now: z.boolean() }),
  z.strictObject({ type: z.literal('keepGoing') }),
  z.strictObject({ type: z.literal('skip'), taskId }),
  z.strictObject({
    type: z.literal('resume'),
    taskId,
    hint: z.exactOptional(z.string().check(z.maxLength(20_000))),
    agent: z.exactOptional(z.string().check(z.maxLength(200))),
    allow: z.exactOptional(
      z.strictObject({ nanoUsd: z.exactOptional(amount), tokens: z.exactOptional(amount) }),
    ),
  }),
  z.strictObject({ type: z.literal('stopWaiting'), taskId }),
  z.strictObject({ type: z.literal('accept'), taskId, ...seenChange }),
  z.strictObject({
    type: z.literal('comment'),
    taskId,
    change: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('add'), id: commentId, comment: commentDraft }),
      z.strictObject({ kind: z.literal('edit'), id: commentId, text: reviewText }),
      z.strictObject({ kind: z.literal('remove'), id: commentId }),
    ]),
  }),
  z.strictObject({
    type: z.literal('sendBack'),
    taskId,
    ...seenChange,
    text: z.exactOptional(reviewText),
    comments: z.exactOptional(z.array(commentDraft)),
  }),
  z.strictObject({ type: z.literal('discard'), taskId, ...seenChange }),
  z.strictObject({
    type: z.literal('notALoop'),
    taskId,
    finding: z.exactOptional(z.int().check(z.positive())),
  }),
  z.strictObject({ type: z.literal('retry'), taskId }),
  z.strictObject({
    type: z.literal('hint'),
    taskId,
    text: z.string().check(z.maxLength(20_000)),
    now: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('permit'),
    taskId,
    id: z.exactOptional(z.string().check(z.maxLength(20))),
    allow: z.boolean(),
    always: z.exactOptional(z.enum(['task', 'workspace'])),
  }),
  z.strictObject({
    type: z.literal('agentReport'),
    taskId,
    turnId: z.exactOptional(z.string().check(z.maxLength(200))),
    what: z.enum(['progress', 'blocked']),
    text: z.string().check(z.maxLength(8_000)),
  }),
  z.strictObject({
    type: z.literal('ask'),
    taskId,
    turnId: z.string().check(z.maxLength(200)),
    question: z.string().check(z.maxLength(8_000)),
  }),
  z.strictObject({ type: z.literal('withdrawQuestion'), taskId, id: questionId }),
  z.strictObject({
    type: z.literal('answer'),
    taskId,
    id: z.exactOptional(questionId),
    text: z.string().check(z.maxLength(20_000)),
  }),
  z.strictObject({
    type: z.literal('keepPullRequest'),
    taskId,
    address: z.string().check(z.refine(isWebLink)),
  }),
  z.strictObject({
    type: z.literal('forgetPermission'),
    rule: z.string().check(z.maxLength(1_000)),
  }),
  z.strictObject({
    type: z.literal('editLesson'),
    lessonId,
    text: z.string().check(z.maxLength(20_000)),
  }),
  z.strictObject({ type: z.literal('removeLesson'), lessonId }),
]);

/** Early versions did not record the sender. */
const NO_SENDER =
  'it does not name its sender: another version of Devs wrote it; use the same version everywhere';

const inboxMessageSchema = z.strictObject({
  who: z.enum(['window', 'terminal'], {
    error: ({ input }) => (input === undefined ? NO_SENDER : undefined),
  }),
  asker: z.strictObject({
    pid: z.int().check(z.positive()),
    started: z.string(),
    host: z.string(),
    machine: z.string(),
    boot: z.string(),
    pidNamespace: z.string(),
  }),
  request: requestSchema,
});

const answerSchema = z.strictObject({ ok: z.boolean(), message: z.string() });

/** File name of a request or an answer. */
export function messageName(id: string): string {
  return `${id}.json`;
}

/** Message id of a file name; undefined for other files. */
export function messageId(name: string): string | undefined {
  return MESSAGE_NAME.exec(name)?.[1];
}

/** Parses and validates an inbox message; `problem` is a sentence for users. */
export function readInboxMessage(content: string): InboxMessageResult {
  const parsed = inboxMessageSchema.safeParse(parseJson(content), { error: en().localeError });
  if (parsed.success) return { ok: true, message: parsed.data };
  const why = truncate(z.prettifyError(parsed.error), MAX_PROBLEM);
  return { ok: false, problem: `The request was not understood: ${why}` };
}

/** Parses an answer; undefined if it is not valid (yet). */
export function readAnswer(content: string): InboxAnswer | undefined {
  return answerSchema.safeParse(parseJson(content)).data;
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
