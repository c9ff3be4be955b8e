import type { HumanEvent } from '../../model/task/taskEvent';
import { isOpen, type ReviewComment } from '../../model/review/reviewComment';
import { joinSaid } from '../../rules/prompts/sentBack';
import { countOf, groupThousands } from '../../text/count';
import { oneLine } from '../../text/oneLine';
import { truncate } from '../../text/truncate';
import { describePlace } from '../../model/review/describePlace';
import { findReview, type WaitingReview } from '../review/findReview';
import type { PlacedComment } from '../review/placeComment';
import type { InterventionTools } from './carryOut';
import { MAX_SENT_BACK, type InterventionRequest, type SentBack } from './interventionRequest';

/** The review for which a task is paused; undefined for none. */
export function findWaiting(
  { config, store }: InterventionTools,
  taskId: string,
): WaitingReview | undefined {
  const found = findReview(config, store, taskId);
  return found.ok ? found.review : undefined;
}

/** Whether a discarded change is that of the paused task itself, so that all its subtasks go with it. */
export function isWholeDiscard(event: HumanEvent): boolean {
  return event.type === 'discard' && event.subtask === undefined;
}

/** Longest text of what was sent back in the history, in characters. */
const MAX_SAID = 4_000;

/** What the agent is told about a change that is sent back, on one line; '' for nothing. */
export function describeSaid(tools: InterventionTools, request: SentBack): string {
  const open = findOpen(tools, request.taskId);
  const comments = [...open, ...request.comments];
  const parts = [
    ...(request.text === '' ? [] : [request.text]),
    ...(comments.length === 0 ? [] : [countOf(comments.length, 'comment')]),
    ...comments.map(describeComment),
  ];
  return truncate(parts.map(oneLine).join('; '), MAX_SAID);
}

/**
 * Why what would go to the agent about a change is too long; undefined if it is not. `given`: what goes besides the open
 * comments.
 */
export function describeTooLong(
  tools: InterventionTools,
  taskId: string,
  given: Pick<SentBack, 'text' | 'comments'> = { text: '', comments: [] },
): string | undefined {
  const text = given.text === '' ? [] : [{ text: given.text }];
  const { length } = joinSaid([...text, ...findOpen(tools, taskId), ...given.comments]);
  if (length <= MAX_SENT_BACK) return undefined;
  const [is, most] = [length, MAX_SENT_BACK].map(groupThousands);
  return `What goes to the agent about the change of ${taskId} is ${is} characters long, with the lines that the comments are about, and at most ${most} go. Nothing was sent, and the comments are kept: shorten or remove some, or put the details into a file and name it.`;
}

function describeComment({
  place,
  text,
}: Pick<PlacedComment, 'text'> & Pick<ReviewComment, 'place'>): string {
  return place === undefined ? text : `${describePlace(place)}: ${text}`;
}

/**
 * Keeps what a human decided about a change: the accepted files, or what was said about it. Call it in the transaction of
 * the decision.
 */
export function recordReviewed(
  tools: InterventionTools,
  review: WaitingReview,
  request: InterventionRequest,
): void {
  const { store } = tools;
  const { taskId, turn, turnId, change } = review;
  if (request.type === 'accept') store.addAcceptedChange(taskId, change.tree);
  if (request.type === 'sendBack') addSaid(tools, review, request);
  // Whoever resumes it with open comments means them.
  if (request.type === 'sendBack' || request.type === 'resume')
    store.sendReviewComments(taskId, { id: turnId, number: turn });
}

function addSaid(
  { store, clock }: InterventionTools,
  { taskId }: WaitingReview,
  { text, comments }: SentBack,
): void {
  const at = clock.now().toISOString();
  for (const said of [...(text === '' ? [] : [{ text }]), ...comments])
    store.addReviewComment({ id: clock.newId(), taskId, ...said, at });
}

function findOpen(tools: InterventionTools, pausedTask: string): readonly ReviewComment[] {
  const review = findWaiting(tools, pausedTask);
  return review === undefined ? [] : tools.store.listReviewComments(review.taskId).filter(isOpen);
}
