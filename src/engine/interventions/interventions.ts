import type { DevsConfig } from '../../model/config/config';
import type { HumanEvent } from '../../model/task/taskEvent';
import { isFinished } from '../../model/task/taskStatus';
import { selectCounted } from '../../model/turn/turn';
import { transition } from '../../model/task/transition';
import type { InboxAnswer, InboxRequest } from '../../ports/workspaceState';
import { describeDoubts } from '../../rules/doubt/describeDoubts';
import { clockWaits } from '../scheduling/clockWaits';
import { heldLimits, listCandidates, ownLimit } from '../scheduling/workingAgent';
import { isWithin } from '../scheduling/taskTree';
import { writeTask } from '../state/applyTransition';
import { requireTask } from '../state/requireTask';
import { StateController } from '../state/stateController';
import { rememberAccepted } from '../verification/rememberAccepted';
import { findDoubtfulPass } from '../verification/findDoubtfulPass';
import { carryOut, type InterventionTools } from './carryOut';
import { allowMore } from './allowMore';
import { applyNotALoop } from './notALoop';
import { describeDone, describeInterventionDetail, PAST } from './interventionTexts';

/** Interventions of a human in a task. */
export type InterventionRequest = Exclude<
  InboxRequest,
  {
    readonly type:
      | 'pause'
      | 'keepGoing'
      | 'editLesson'
      | 'removeLesson'
      | 'permit'
      | 'hint'
      | 'agentReport'
      | 'ask'
      | 'withdrawQuestion'
      | 'answer'
      | 'forgetPermission';
  }
>;

/** Longest accepted hint, in characters. */
export const MAX_HINT_LENGTH = 8_000;

/** Applies a human's decision in one transaction, or refuses it and changes nothing. */
export function applyIntervention(
  tools: InterventionTools,
  request: InterventionRequest,
): InboxAnswer {
  const { store, config } = tools;
  const { taskId, type: what } = request;
  const task = store.getTask(taskId);
  if (task === undefined || task.hidden) return refuse(unknownTask(config, taskId));
  if (request.type === 'notALoop') {
    return applyNotALoop(tools, request, (stopped) =>
      decide(tools, { type: what, taskId: stopped }),
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
  const skipped = what === 'skip' ? openSubtasks : [];
  journal.transaction(() => {
    for (const effect of result.effects) carryOut({ ...tools, taskId, what, openSubtasks }, effect);
    writeTask(store, task, result.task);
    if (event.type === 'accept') rememberAccepted(tools, event.subtask ?? taskId);
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

function toAcceptance({ config, store }: InterventionTools, taskId: string): HumanEvent {
  const found = findDoubtfulPass(config, store, taskId);
  if (!found.ok) return { type: 'accept', doubt: '' };
  const { taskId: passed, turn } = found.pass;
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
  { store, config }: InterventionTools,
  request: InterventionRequest,
): string | undefined {
  if (request.type === 'resume') return resumeProblem(config, request);
  if (request.type === 'accept') {
    const { taskId } = request;
    const found = findDoubtfulPass(config, store, taskId);
    return found.ok
      ? undefined
      : `${taskId} cannot be accepted: ${found.reason}; \`devs resume ${taskId}\` continues it.`;
  }
  return undefined;
}

function resumeProblem(
  config: DevsConfig,
  { agent, hint }: Extract<InterventionRequest, { type: 'resume' }>,
): string | undefined {
  if (agent !== undefined && config.agents[agent] === undefined) {
    return `There is no agent "${agent}" in devs.yaml; there are: ${Object.keys(config.agents).join(', ')}.`;
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
    : `There is no task "${taskId}" in devs.yaml; there are: ${ids.join(', ')}.`;
}

function refuse(message: string): InboxAnswer {
  return { ok: false, message };
}
