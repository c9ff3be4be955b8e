import type { DevsConfig } from '../../model/config/config';
import type { HumanEvent } from '../../model/task/taskEvent';
import { isFinished } from '../../model/task/taskStatus';
import { selectCounted } from '../../model/turn/turn';
import { transition } from '../../model/task/transition';
import type { InboxAnswer } from '../../ports/workspaceState';
import { describeDoubts } from '../../rules/doubt/describeDoubts';
import { clockWaits } from '../scheduling/clockWaits';
import { heldLimits, listCandidates, ownLimit } from '../scheduling/workingAgent';
import { isWithin } from '../scheduling/taskTree';
import { writeTask } from '../state/applyTransition';
import { requireTask } from '../state/requireTask';
import { StateController } from '../state/stateController';
import { rememberAccepted } from '../verification/rememberAccepted';
import { describeSize } from '../../reports/review/describeReview';
import { findReview, type WaitingReview } from '../review/findReview';
import { describeStale } from '../review/describeStale';
import {
  describeSaid,
  describeTooLong,
  findWaiting,
  isWholeDiscard,
  recordReviewed,
} from './reviewDecision';
import { findDoubtfulPass } from '../verification/findDoubtfulPass';
import { carryOut, type InterventionTools } from './carryOut';
import { allowMore } from './allowMore';
import { MAX_HINT_LENGTH, type InterventionRequest } from './interventionRequest';
import { applyNotALoop } from './notALoop';
import { describeDone, describeInterventionDetail, PAST } from './interventionTexts';

/** Applies a human's decision in one transaction, or refuses it and changes nothing. */
export function applyIntervention(
  tools: InterventionTools,
  request: InterventionRequest,
): InboxAnswer {
  const { store, config } = tools;
  const { taskId } = request;
  const task = store.getTask(taskId);
  if (task === undefined || task.hidden) return refuse(unknownTask(config, taskId));
  if (request.type === 'notALoop') {
    return applyNotALoop(tools, request, (stopped) =>
      decide(tools, { type: 'notALoop', taskId: stopped }),
    );
  }
  if (request.type === 'resume' && request.allow !== undefined) {
    const { allow } = request;
    return allowMore(tools, { taskId, allow }, (paused) =>
      decide(tools, { type: 'resume', taskId: paused, allow }),
    );
  }
  return decide(tools, request);
}

/** As `applyIntervention`, for a task that exists. */
function decide(tools: InterventionTools, request: InterventionRequest): InboxAnswer {
  const { store, journal } = tools;
  const { taskId, type: what } = request;
  const task = requireTask(store, taskId);
  const event = toEvent(tools, request);
  const result = transition(task, event);
  if (!result.ok) return refuse(`${taskId} cannot be ${PAST[what]}: ${result.reason}.`);
  const problem = requestProblem(tools, request);
  if (problem !== undefined) return refuse(problem);
  const openSubtasks = listOpenSubtasks(tools, taskId);
  const skipped = what === 'skip' || isWholeDiscard(event) ? openSubtasks : [];
  const review = findWaiting(tools, taskId);
  journal.transaction(() => {
    for (const effect of result.effects) carryOut({ ...tools, taskId, what, openSubtasks }, effect);
    writeTask(store, task, result.task);
    if (review !== undefined) recordReviewed(tools, review, request);
    const isPass = review === undefined || review.pass.doubts.length > 0;
    if (event.type === 'accept' && isPass) rememberAccepted(tools, event.subtask ?? taskId);
    journal.record({
      event: 'intervention',
      taskId,
      data: {
        ...{ what, who: tools.who, from: task.status, to: result.task.status },
        detail: describeInterventionDetail(event, skipped),
      },
    });
    if (!tools.running) new StateController(store).settle();
  });
  return { ok: true, message: describeDone(taskId, event, skipped) };
}

function toEvent(tools: InterventionTools, request: InterventionRequest): HumanEvent {
  if (request.type === 'accept') return toAcceptance(tools, request.taskId);
  if (request.type === 'sendBack') return { type: 'sendBack', said: describeSaid(tools, request) };
  if (request.type === 'discard') {
    const reviewed = findWaiting(tools, request.taskId)?.taskId ?? request.taskId;
    return { type: 'discard', ...(reviewed !== request.taskId && { subtask: reviewed }) };
  }
  if (request.type !== 'resume' && request.type !== 'stopWaiting') return { type: request.type };
  const { config, store, clock } = tools;
  const waits = clockWaits(config, store, clock.now()).has(request.taskId);
  if (request.type === 'stopWaiting') {
    const agent = waits ? undefined : standsAside(tools, request.taskId);
    return agent === undefined
      ? { type: 'stopWaiting', waits }
      : { type: 'stopWaiting', waits: true, agent };
  }
  const { agent, allow } = request;
  const hint = request.hint?.trim() ?? '';
  return {
    type: 'resume',
    waits,
    ...(hint !== '' && { hint }),
    ...(agent !== undefined && { agent }),
    ...(allow !== undefined && { allowed: allow }),
  };
}

/** The task's own agent, if that is at its usage limit and another one stands in for it. */
function standsAside(
  { config, store, clock }: InterventionTools,
  taskId: string,
): string | undefined {
  const task = config.tasks.find(({ id }) => id === taskId);
  if (task === undefined || task.roles !== undefined) return undefined;
  const [own] = listCandidates({ config, store }, task);
  return ownLimit(heldLimits(store, clock.now()), own) === undefined ? undefined : own;
}

/** The accepted change, for the history: its size and what made its pass doubtful. */
function describeReviewed({ change, pass: { doubts } }: WaitingReview): string {
  const size = describeSize(change);
  return doubts.length === 0 ? size : `${size}; ${describeDoubts(doubts)}`;
}

function toAcceptance(tools: InterventionTools, taskId: string): HumanEvent {
  const { config, store } = tools;
  const review = findWaiting(tools, taskId);
  if (review !== undefined)
    return {
      ...{ type: 'accept', doubt: describeReviewed(review), lands: true },
      ...(tools.running && { running: true }),
      ...(review.taskId !== taskId && { subtask: review.taskId }),
    };
  const found = findDoubtfulPass(config, store, taskId);
  if (!found.ok) return { type: 'accept', doubt: '' };
  const { taskId: passed, turn } = found.paused;
  const passing = selectCounted(store.listTurns(taskId)).find(({ number }) => number === turn);
  return {
    type: 'accept',
    doubt: describeDoubts(passing?.doubts ?? []),
    ...(passing?.worktree === true && { lands: true }),
    ...(passed !== taskId && { subtask: passed }),
  };
}

/** The subtasks that could still run: a decision about their task applies to them too. */
function listOpenSubtasks({ store, config }: InterventionTools, taskId: string): readonly string[] {
  return config.tasks
    .map((task) => task.id)
    .filter((id) => id !== taskId && isWithin(config, id, taskId))
    .filter((id) => !isFinished(store.getTask(id)?.status ?? 'pending'));
}

function requestProblem(
  tools: InterventionTools,
  request: InterventionRequest,
): string | undefined {
  if (request.type === 'resume')
    return resumeProblem(tools.config, request) ?? describeTooLong(tools, request.taskId);
  if (request.type === 'accept' || request.type === 'sendBack' || request.type === 'discard')
    return waitProblem(tools, request);
  return undefined;
}

function waitProblem(
  tools: InterventionTools,
  request: Extract<InterventionRequest, { type: 'accept' | 'sendBack' | 'discard' }>,
): string | undefined {
  const { config, store } = tools;
  const { taskId, type } = request;
  const reviewed = findReview(config, store, taskId);
  if (!reviewed.ok) {
    const found = type === 'accept' ? findDoubtfulPass(config, store, taskId) : reviewed;
    if (found.ok) return describeStale(request, found.paused.turn, `devs report ${taskId}`);
    const isReview = store.latestReport(taskId)?.reason === 'REVIEW';
    const reason = isReview ? reviewed.reason : found.reason;
    return `${taskId} cannot be ${PAST[type]}: ${reason}; \`devs resume ${taskId}\` continues the task.`;
  }
  const stale = describeStale(request, reviewed.review.turn, `devs review ${taskId}`);
  if (stale !== undefined || request.type !== 'sendBack') return stale;
  const tooLong = describeTooLong(tools, taskId, request);
  if (tooLong !== undefined) return tooLong;
  return describeSaid(tools, request) === ''
    ? `You sent ${taskId} back without a word: write a text or a comment for the agent, or accept the change with \`devs accept ${taskId}\`.`
    : undefined;
}

function resumeProblem(
  config: DevsConfig,
  { agent, hint }: Extract<InterventionRequest, { type: 'resume' }>,
): string | undefined {
  if (agent !== undefined && config.agents[agent] === undefined) {
    return `There is no agent "${agent}" in devs.yaml. Known agents: ${Object.keys(config.agents).join(', ')}.`;
  }
  if ((hint?.length ?? 0) > MAX_HINT_LENGTH) {
    return `The hint is longer than ${MAX_HINT_LENGTH} characters; put the details into the task's goal.`;
  }
  return undefined;
}

/** The sentence for a task id that is not in `devs.yaml`. */
export function unknownTask(config: DevsConfig, taskId: string): string {
  const ids = config.tasks.map((task) => task.id);
  return ids.length === 0
    ? `There is no task "${taskId}": devs.yaml has no tasks yet.`
    : `There is no task "${taskId}" in devs.yaml. Known tasks: ${ids.join(', ')}.`;
}

function refuse(message: string): InboxAnswer {
  return { ok: false, message };
}
