import type { CommentChange, CommentDraft } from '../../model/review/reviewComment';
import type { Answer } from '../../ports/answer';
import type { InboxRequest } from '../../ports/workspaceState';
import type { Worktrees } from '../../ports/worktrees';
import type { SeenChange } from '../../model/review/seenChange';
import { describeStale } from '../review/describeStale';
import { findReview, type WaitingReview } from '../review/findReview';
import {
  placeComment,
  readCommented,
  textProblem,
  type PlacedComment,
} from '../review/placeComment';
import { countingTask, isWithin } from '../scheduling/taskTree';
import type { InterventionTools } from './carryOut';
import { MAX_HINT_LENGTH, type InterventionRequest } from './interventionRequest';
import { applyIntervention } from './interventions';

type Named<T extends InboxRequest['type']> = Extract<InboxRequest, { readonly type: T }>;

/** A human's decision about a task, as it is asked for. */
export type AskedIntervention =
  | Exclude<InterventionRequest, { readonly type: 'sendBack' }>
  | Named<'sendBack' | 'comment'>;

export interface ReviewRequestTools extends InterventionTools {
  readonly worktrees: Worktrees;
}

/** Open comments that a task may have. */
const MAX_OPEN = 200;

/**
 * Applies a human's decision, or refuses it and changes nothing. Reads the files of the reviewed change where it is about
 * one. Throws `StateError`.
 */
export async function intervene(
  tools: ReviewRequestTools,
  request: AskedIntervention,
): Promise<Answer> {
  const { config, store, worktrees } = tools;
  const root = countingTask(config, request.taskId);
  const waited = findReview(config, store, root).ok;
  const answer = await decide(tools, request);
  if (waited && !findReview(config, store, root).ok) await worktrees.forgetChange(root);
  return answer;
}

async function decide(tools: ReviewRequestTools, request: AskedIntervention): Promise<Answer> {
  switch (request.type) {
    case 'comment':
      return await changeComment(tools, request);
    case 'sendBack':
      return await sendBack(tools, request);
    case 'discard':
      return await discard(tools, request);
    case 'accept':
      return applyIntervention(tools, { ...request, taskId: pausedTaskOf(tools, request.taskId) });
    case 'notALoop':
    case 'resume':
    case 'retry':
    case 'skip':
    case 'stopWaiting':
      return applyIntervention(tools, request);
    default:
      return request satisfies never;
  }
}

/** The task that is paused for the review of a task's change; the task itself if there is none. */
function pausedTaskOf({ config, store }: InterventionTools, taskId: string): string {
  const root = countingTask(config, taskId);
  const found = findReview(config, store, root);
  return found.ok && isWithin(config, found.review.taskId, taskId) ? root : taskId;
}

type Found =
  | { readonly ok: true; readonly review: WaitingReview }
  | { readonly ok: false; readonly message: string };

function findNamed(tools: InterventionTools, taskId: string, seen: SeenChange = {}): Found {
  const found = findReview(tools.config, tools.store, pausedTaskOf(tools, taskId));
  if (!found.ok) return refuse(`${taskId} has no change to review: ${found.reason}.`);
  const stale = describeStale(seen, found.review.turn, `devs review ${taskId}`);
  return stale === undefined ? found : refuse(stale);
}

async function changeComment(
  tools: ReviewRequestTools,
  { taskId, change }: Named<'comment'>,
): Promise<Answer> {
  const found = findNamed(tools, taskId);
  if (!found.ok) return found;
  const { review } = found;
  return change.kind === 'add'
    ? await addComment(tools, review, change)
    : changeOpen(tools, review, change);
}

async function addComment(
  tools: ReviewRequestTools,
  review: WaitingReview,
  { id, comment }: Extract<CommentChange, { readonly kind: 'add' }>,
): Promise<Answer> {
  const { store, clock } = tools;
  const placed = await placeComment(await readCommented(tools.worktrees, review), comment);
  if (!placed.ok) return placed;
  const known = store.listReviewComments(review.taskId);
  if (known.some((each) => each.id === id)) return refuse('This comment was already added.');
  if (known.filter(({ sentBack }) => sentBack === undefined).length >= MAX_OPEN)
    return refuse(
      `${review.taskId} has ${MAX_OPEN} open comments, the most that are allowed; send the change back with these comments first.`,
    );
  const at = clock.now().toISOString();
  store.addReviewComment({ id, taskId: review.taskId, ...placed.comment, at });
  return {
    ok: true,
    message: `Added the comment. The agent gets the comment when you send ${review.taskId} back.`,
  };
}

function changeOpen(
  { store }: InterventionTools,
  review: WaitingReview,
  change: Exclude<CommentChange, { readonly kind: 'add' }>,
): Answer {
  const isThere = store
    .listReviewComments(review.taskId)
    .some(({ id, sentBack }) => id === change.id && sentBack === undefined);
  if (!isThere) return refuse(`${review.taskId} has no such open comment.`);
  if (change.kind === 'remove') {
    store.removeReviewComment(change.id);
    return { ok: true, message: 'Removed the comment.' };
  }
  const problem = textProblem(change.text);
  if (problem !== undefined) return refuse(problem);
  store.editReviewComment(change.id, change.text.trim());
  return { ok: true, message: 'Changed the comment.' };
}

async function sendBack(
  tools: ReviewRequestTools,
  { taskId, text = '', comments = [], ...seen }: Named<'sendBack'>,
): Promise<Answer> {
  const found = findNamed(tools, taskId, seen);
  if (!found.ok) return found;
  const { review } = found;
  if (text.length > MAX_HINT_LENGTH)
    return refuse(
      `The text about the change is longer than ${MAX_HINT_LENGTH} characters; write a shorter one.`,
    );
  const placed = await placeAll(tools, review, comments);
  if (!placed.ok) return placed;
  const { pausedTask, turn } = review;
  return applyIntervention(tools, {
    ...{ type: 'sendBack', taskId: pausedTask, text: text.trim(), turn },
    comments: placed.comments,
  });
}

async function placeAll(
  tools: ReviewRequestTools,
  review: WaitingReview,
  drafts: readonly CommentDraft[],
): Promise<{ readonly ok: true; readonly comments: readonly PlacedComment[] } | Refused> {
  if (drafts.length > MAX_OPEN) return refuse(`At most ${MAX_OPEN} comments can be sent at once.`);
  const comments: PlacedComment[] = [];
  if (drafts.length === 0) return { ok: true, comments };
  const change = await readCommented(tools.worktrees, review);
  for (const draft of drafts) {
    const placed = await placeComment(change, draft);
    if (!placed.ok) return placed;
    comments.push(placed.comment);
  }
  return { ok: true, comments };
}

/** A subtask's work is taken out of the worktree that its family shares; otherwise the worktree goes. */
async function discard(
  tools: ReviewRequestTools,
  { taskId, ...seen }: Named<'discard'>,
): Promise<Answer> {
  const found = findNamed(tools, taskId, seen);
  if (!found.ok) return found;
  const { pausedTask, taskId: reviewed } = found.review;
  if (reviewed !== pausedTask) return await discardOfSubtask(tools, found.review);
  const request = { type: 'discard', taskId: pausedTask } as const;
  const answer = applyIntervention(tools, request);
  // After a crash in between, the next holder of the lease removes it.
  if (answer.ok) await tools.worktrees.remove(pausedTask);
  return answer;
}

/** Work that nobody wants must not land with that of another subtask. */
async function discardOfSubtask(
  tools: ReviewRequestTools,
  { pausedTask, change }: WaitingReview,
): Promise<Answer> {
  const worktree = await tools.worktrees.find(pausedTask);
  // First, as another subtask may begin in it once this is decided. After a crash in between, the next holder of the lease
  // brings the files back.
  await worktree?.dropChange(change);
  let answer: Answer | undefined;
  try {
    answer = applyIntervention(tools, { type: 'discard', taskId: pausedTask });
    return answer;
  } finally {
    if (answer?.ok === true) await worktree?.forgetDropped();
    else await worktree?.restoreDropped(change);
  }
}

type Refused = { readonly ok: false; readonly message: string };

function refuse(message: string): Refused {
  return { ok: false, message };
}
