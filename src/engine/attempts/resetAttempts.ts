import type { DevsConfig } from '../../model/config/config';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import type { InboxRequest } from '../../ports/workspaceState';
import type { EventJournal } from '../state/eventJournal';
import { countingTask } from '../scheduling/taskTree';
import { closeDirectives } from './openDirectives';

interface BeginTools {
  readonly store: Store;
  readonly journal: EventJournal;
  readonly clock: Clock;
  readonly config: DevsConfig;
}

/** A decision of a human about a task. */
type Decision = Extract<InboxRequest, { readonly type: 'skip' | 'resume' | 'notALoop' | 'retry' }>;

/** `queuedAt` of a task that comes before all that wait, whatever their priority and however long. */
const BEFORE_ALL = -1_000_000_000;

const INTERVENTION_WORDS: Record<Decision['type'], string> = {
  skip: 'skipped by a human',
  resume: 'resumed by a human',
  notALoop: 'a human says that it was no loop',
  retry: 'retried by a human',
};

/**
 * What the attempts so far prove holds no more once a human stepped in, also those at its open
 * `subtasks`: a pause of theirs is a pause of the task. Attempts at a task that was done stay: who
 * retries it again and again without anything new goes round in circles as well.
 */
export function resetAttempts(
  tools: BeginTools,
  { taskId, type }: Decision,
  subtasks: readonly string[],
): void {
  const { store, config } = tools;
  const retriesFinished = type === 'retry' && store.getTask(taskId)?.status !== 'skipped';
  const above = type === 'skip' ? [] : [countingTask(config, taskId)];
  for (const id of new Set([taskId, ...subtasks, ...above])) {
    if (type !== 'skip' && !retriesFinished) {
      store.updateTask(id, { attemptsBefore: store.newestAttempt() });
    }
    closeDirectives(tools, id, INTERVENTION_WORDS[type]);
  }
}

/** Whoever lets a task go on wants it to: it and its open parts are visited before others that wait. */
export function queueFirst(store: Store, taskIds: readonly string[]): void {
  for (const id of taskIds) {
    if (store.getTask(id)?.status === 'pending') store.updateTask(id, { queuedAt: BEFORE_ALL });
  }
}
