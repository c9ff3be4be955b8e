import { asksHuman, type Overview, type TaskOverview } from '../../model/overview/overview';
import { seenChange } from '../../model/overview/seenChange';
import { needsHuman, releasesDependents } from '../../model/task/taskStatus';
import type { TaskStatus } from '../../model/task/task';
import { listSome } from '../../text/list';
import type { CommandName } from '../contributions/contributions';

/** A line above a task in `devs.yaml`: what can be done with it, and how it is. */
export interface LensText {
  readonly title: string;
  readonly command: CommandName;
  /** Number of the turn whose work it decides about; absent for none. */
  readonly turn?: number;
}

const MOST_NAMED = 3;

const WORDS: Readonly<Record<TaskStatus, string>> = {
  pending: '',
  in_progress: 'running',
  blocked: 'blocked',
  done: 'done',
  done_partial: 'done in part',
  skipped: 'skipped',
  aborted_stuck: 'stuck',
  PAUSED_FOR_INTERVENTION: 'waits for you',
};

/** Describes a task of the overview; [] for one that the overview does not have. */
export function describeLens(
  { tasks, holder }: Pick<Overview, 'tasks' | 'holder'>,
  taskId: string,
): readonly LensText[] {
  const task = tasks.find(({ id }) => id === taskId);
  if (task === undefined) return [];
  const actions: LensText[] = [];
  if (task.runnable && holder === undefined)
    actions.push({ title: '$(play) Run', command: 'runTask' });
  if (task.review !== undefined)
    actions.push({ title: 'Review changes', command: 'reviewChanges' });
  if (task.interventions.includes('accept'))
    actions.push({ title: 'Accept', command: 'accept', ...seenChange(task) });
  if (task.interventions.includes('stopWaiting'))
    actions.push({ title: 'Stop waiting', command: 'stopWaiting' });
  if (task.interventions.includes('resume'))
    actions.push({ title: 'Resume…', command: 'resumeTask' });
  if (needsHuman(task.status)) actions.push({ title: 'Report', command: 'showReport' });
  const state = describeState(task, tasks);
  return state === '' ? actions : [...actions, { title: state, command: 'openDashboard' }];
}

function describeState(task: TaskOverview, tasks: readonly TaskOverview[]): string {
  const waits = task.status === 'pending' ? unfinished(task, tasks) : [];
  return [
    asksHuman(task) ? 'asks you' : WORDS[task.status],
    waits.length === 0 ? '' : `waits for ${listSome(waits, MOST_NAMED)}`,
    task.entropy === 0 ? '' : `${task.entropy} failed in a row`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function unfinished(
  { dependsOn }: TaskOverview,
  tasks: readonly TaskOverview[],
): readonly string[] {
  const status = new Map(tasks.map((task) => [task.id, task.status]));
  return dependsOn.filter((id) => !releasesDependents(status.get(id) ?? 'pending'));
}
