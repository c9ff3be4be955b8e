import type { DevsConfig } from '../../model/config/config';
import { isFinished } from '../../model/task/taskStatus';
import type { Actor } from '../../model/workspace/leaseHolder';
import type { Answer } from '../../ports/answer';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import type { InboxRequest } from '../../ports/workspaceState';
import { statusWord } from '../../model/task/statusNames';
import { MAX_HINT_LENGTH } from './interventionRequest';
import { unknownTask } from './interventions';
import type { EventJournal } from '../state/eventJournal';
import type { RunningAgents } from '../hints/runningAgents';

/** A hint for a task that runs or waits for its turn. */
export type HintRequest = Extract<InboxRequest, { readonly type: 'hint' }>;

export interface HintTools {
  readonly store: Store;
  readonly journal: EventJournal;
  readonly clock: Clock;
  readonly config: DevsConfig;
  readonly who: Actor;
  /** Agents that work; absent where nothing runs. */
  readonly agents?: Pick<RunningAgents, 'tell'>;
}

/**
 * Keeps a hint for the next prompts of a task, until it ends. With `now`, a running agent is interrupted and gets it at
 * once, with the hints that still wait for a prompt, where its protocol takes it.
 */
export function giveHint(tools: HintTools, { taskId, text, now }: HintRequest): Answer {
  const { store, journal, clock, config, who, agents } = tools;
  const task = store.getTask(taskId);
  if (task === undefined || task.hidden) return refuse(unknownTask(config, taskId));
  if (isFinished(task.status))
    return refuse(
      `${taskId} is ${statusWord(task.status)}, so its agent gets no more prompts and cannot get a hint.`,
    );
  const hint = text.trim();
  if (hint === '') return refuse('The hint is empty: write what could help the agent.');
  if (hint.length > MAX_HINT_LENGTH)
    return refuse(`The hint is longer than ${MAX_HINT_LENGTH} characters; write a shorter one.`);
  const isTold = journal.transaction(() => {
    store.addHint(taskId, hint, clock.now().toISOString());
    const told = now && agents?.tell(taskId, hint, store.listHints(taskId)) === true;
    const { status } = task;
    const detail = `${told ? 'told at once, ' : ''}hint: ${hint}`;
    const data = { what: 'hint', who, from: status, to: status, detail } as const;
    journal.record({ event: 'intervention', taskId, data });
    return told;
  });
  if (isTold)
    return { ok: true, message: `Devs interrupts the agent of ${taskId} and gives it your hint.` };
  const why = now ? ', because this agent cannot be interrupted while it works' : '';
  return { ok: true, message: `The agent of ${taskId} gets your hint with its next prompt${why}.` };
}

function refuse(message: string): Answer {
  return { ok: false, message };
}
