import type { DevsConfig } from '../../model/config/config';
import type { Actor } from '../../model/workspace/leaseHolder';
import { findTransition, isFinished, needsHuman } from '../../model/task/taskStatus';
import type { InboxAnswer, InboxRequest } from '../../ports/workspaceState';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import type { EventJournal } from '../state/eventJournal';
import { resetAttempts, queueFirst } from '../attempts/resetAttempts';
import { endsLoop } from '../attempts/endedByLoop';
import { recordCutOffVisit } from '../attempts/visit';
import { endWaits } from './endWaits';
import { toHintText } from './toHintText';
import { clockWaits } from '../scheduling/clockWaits';
import { setTaskStatus } from '../state/taskStatusChange';
import { countingTask, isWithin } from '../scheduling/taskTree';
import { StateController } from '../state/stateController';

/** What a human may do to a task. */
export type InterventionRequest = Exclude<
  InboxRequest,
  { readonly type: 'pause' | 'editLesson' | 'removeLesson' }
>;

export interface InterventionTools {
  readonly store: Store;
  readonly journal: EventJournal;
  readonly clock: Clock;
  readonly config: DevsConfig;
  /** Who asks, for the history. */
  readonly who: Actor;
  /** False when nothing runs: `run_state` is then settled anew. */
  readonly running: boolean;
}

/** Longest hint that is taken, in characters. */
export const MAX_HINT_LENGTH = 8_000;

/** Carries out what a human decided, in one transaction, or refuses and changes nothing. */
export function applyIntervention(
  tools: InterventionTools,
  request: InterventionRequest,
): InboxAnswer {
  const { store, config } = tools;
  const task = store.getTask(request.taskId);
  if (task === undefined || task.hidden) return refuse(unknownTask(config, request.taskId));
  const transition = findTransition(task.status, request.type, isWaiting(tools, request.taskId));
  if (!transition.ok) {
    return refuse(`${request.taskId} cannot be ${PAST[request.type]}: ${transition.reason}.`);
  }
  const problem = requestProblem(tools, request);
  if (problem !== undefined) return refuse(problem);
  const parts = openSubtasks(tools, request.taskId);
  const subtasks = request.type === 'skip' ? parts : [];
  tools.journal.transaction(() => {
    leaveWaits(tools, request, parts);
    applyCounters(tools, request);
    // A part that waits for a decision of its own waits on.
    const waits = (id: string): boolean => needsHuman(store.getTask(id)?.status ?? 'pending');
    resetAttempts(
      tools,
      request,
      request.type === 'skip' ? parts : parts.filter((id) => !waits(id)),
    );
    setTaskStatus(tools, request.taskId, {
      status: transition.next,
      statusReason: request.type === 'skip' ? SKIPPED : '',
    });
    if (request.type !== 'skip') queueFirst(store, [request.taskId, ...parts]);
    for (const id of subtasks) {
      const statusReason = `${SKIPPED}, with ${request.taskId}`;
      setTaskStatus(tools, id, { status: 'skipped', statusReason });
    }
    tools.journal.record({
      event: 'intervention',
      taskId: request.taskId,
      data: {
        what: request.type,
        who: tools.who,
        from: task.status,
        to: transition.next,
        detail: detailOf(request, subtasks),
      },
    });
    if (!tools.running) new StateController(store).settle();
  });
  return { ok: true, message: done(request, subtasks) };
}

const SKIPPED = 'skipped by you';

/** Whether a clock keeps it from running: the wait of its own retry, or its agent's limit. */
function isWaiting({ store, config, clock }: InterventionTools, taskId: string): boolean {
  return clockWaits(config, store, clock.now()).has(taskId);
}

/** The visits that were left to wait are over, and so are the waits where the task is to go on. */
function leaveWaits(
  tools: InterventionTools,
  request: InterventionRequest,
  parts: readonly string[],
): void {
  const { store, config } = tools;
  const ids = [request.taskId, ...parts];
  // Another agent tells nothing of the limit of the one before.
  const changesAgent = request.type === 'resume' && request.agent !== undefined;
  if (request.type !== 'skip' && !changesAgent) endWaits(tools, ids);
  for (const id of ids) {
    const task = store.getTask(id);
    if (task?.status !== 'pending' || task.waitingUntil === undefined) continue;
    recordCutOffVisit(tools, id, countingTask(config, id));
    store.updateTask(id, { waitingUntil: undefined });
  }
}

/** The parts of a task that could still run: what is decided about the task holds for them too. */
function openSubtasks({ store, config }: InterventionTools, taskId: string): readonly string[] {
  return config.tasks
    .map((task) => task.id)
    .filter((id) => id !== taskId && isWithin(config, id, taskId))
    .filter((id) => !isFinished(store.getTask(id)?.status ?? 'pending'));
}

const PAST: Record<InterventionRequest['type'], string> = {
  skip: 'skipped',
  resume: 'resumed',
  notALoop: 'cleared of a loop',
  retry: 'retried',
};

function done(request: InterventionRequest, subtasks: readonly string[]): string {
  switch (request.type) {
    case 'skip': {
      const what = subtasks.length === 1 ? 'subtask' : 'subtasks';
      const also = subtasks.length === 0 ? '' : ` and its ${what} ${subtasks.join(', ')}`;
      return `Skipped ${request.taskId}${also}.`;
    }
    case 'resume': {
      const hint = hintOf(request) === undefined ? '' : ' with your hint';
      const agent = request.agent === undefined ? '' : ` by agent ${request.agent}`;
      return `Resumed ${request.taskId}${hint}${agent}; its counters start anew.`;
    }
    case 'notALoop':
      return `Noted that ${request.taskId} was not looping; it goes on, its counters start anew.`;
    case 'retry':
      return `${request.taskId} will be done again from the start.`;
    default:
      return request satisfies never;
  }
}

/** What the history tells besides the status. */
function detailOf(request: InterventionRequest, subtasks: readonly string[]): string {
  switch (request.type) {
    case 'skip':
      return subtasks.length === 0 ? '' : `with ${subtasks.join(', ')}`;
    case 'resume': {
      const hint = hintOf(request);
      const agent = request.agent === undefined ? [] : [`agent ${request.agent}`];
      return [...agent, ...(hint === undefined ? [] : [`hint: ${hint}`])].join(', ');
    }
    case 'notALoop':
    case 'retry':
      return '';
    default:
      return request satisfies never;
  }
}

/** Which counters an intervention resets (design: "who resets what"). */
function applyCounters(tools: InterventionTools, request: InterventionRequest): void {
  const { store, config } = tools;
  const root = countingTask(config, request.taskId);
  switch (request.type) {
    case 'skip':
      return;
    case 'resume': {
      renewBudget(tools, root, 'Human intervention');
      const hint = hintOf(request);
      if (hint !== undefined) {
        const text = toHintText(store, request.taskId, hint);
        store.addHint(request.taskId, text, tools.clock.now().toISOString());
      }
      if (request.agent !== undefined) {
        store.updateTask(request.taskId, { agentOverride: request.agent });
      }
      return;
    }
    case 'notALoop':
      renewBudget(tools, root, 'Human intervention: this was not a loop');
      return;
    case 'retry':
      renewBudget(tools, root, 'Retried');
      if (root === request.taskId) store.resetFailures(root, { forget: true });
      store.clearHints(request.taskId);
      store.updateTask(request.taskId, {
        startState: undefined,
        firstTurn: store.countTurns(root) + 1,
        best: undefined,
        bestTurn: undefined,
        unverified: false,
        agentOverride: undefined,
      });
      return;
    default:
      request satisfies never;
  }
}

function renewBudget(tools: InterventionTools, root: string, reason: string): void {
  const { store, journal } = tools;
  const record = store.getTask(root);
  if (record === undefined) throw new Error(`no such task: ${root}`);
  store.updateTask(root, {
    entropyCount: 0,
    pivotCount: 0,
    pivotDue: 0,
    strategyNumber: record.strategyNumber + 1,
    turnsBefore: store.countTurns(root),
  });
  store.resetFailures(root, { forget: false });
  store.clearAbandoned(root);
  journal.record({
    event: 'loop_counter_reset',
    taskId: root,
    data: { reason, previous_count: record.entropyCount },
  });
}

function requestProblem(
  { store, config }: InterventionTools,
  request: InterventionRequest,
): string | undefined {
  if (request.type === 'resume') return resumeProblem(config, request);
  return request.type === 'notALoop' && !endsLoop(store, request.taskId)
    ? `${request.taskId} was not stopped for a loop.`
    : undefined;
}

function resumeProblem(
  config: DevsConfig,
  request: Extract<InterventionRequest, { type: 'resume' }>,
): string | undefined {
  if (request.agent !== undefined && config.agents[request.agent] === undefined) {
    return `There is no agent "${request.agent}" in devs.yaml; there are: ${Object.keys(config.agents).join(', ')}.`;
  }
  if ((request.hint?.length ?? 0) > MAX_HINT_LENGTH) {
    return `The hint is longer than ${MAX_HINT_LENGTH} characters; put the details into the task's goal.`;
  }
  return undefined;
}

function hintOf(request: { readonly hint?: string }): string | undefined {
  const hint = request.hint?.trim() ?? '';
  return hint === '' ? undefined : hint;
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
