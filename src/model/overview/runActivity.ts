import { PAUSE_DETAILS, type InterventionRecord } from '../run/intervention';
import type { RunStatus } from '../run/runStatus';
import { isFinished, needsHuman } from '../task/taskStatus';
import type { Overview } from './overview';

/**
 * What a workspace does now, the same in all views: `RUNNING`; `STOPPING` after its turn or `CANCELLING`, as a human
 * asked; `PAUSED`: nothing runs and a task needs a human; `DONE`: nothing runs as all tasks are done; `FINISHED`: likewise,
 * as all are done, done in part or skipped; `IDLE`: nothing runs.
 */
export type RunActivity = RunStatus | 'STOPPING' | 'CANCELLING' | 'DONE' | 'FINISHED';

/** Derives it from the overview. Only a process that holds the lease can run anything: a killed one does not. */
export function runActivity({
  run,
  holder,
  tasks,
}: Pick<Overview, 'run' | 'holder' | 'tasks'>): RunActivity {
  if (run !== 'RUNNING' || holder === undefined) return restingActivity(tasks);
  // A run holds the lease from its start to its end, so an older pause ended an earlier run.
  const pauses = tasks
    .flatMap(({ history }) => history)
    .filter(({ what, at }) => what === 'pause' && Date.parse(at) >= Date.parse(holder.since));
  const newest = pauses.reduce<InterventionRecord | undefined>(
    (last, each) => (last === undefined || each.at > last.at ? each : last),
    undefined,
  );
  if (newest === undefined || newest.detail === PAUSE_DETAILS.withdrawn) return 'RUNNING';
  return newest.detail === PAUSE_DETAILS.now ? 'CANCELLING' : 'STOPPING';
}

/** Whether a run is active, stopping or not. */
export function isRunActive(activity: RunActivity): boolean {
  return activity === 'RUNNING' || activity === 'STOPPING' || activity === 'CANCELLING';
}

function restingActivity(tasks: Overview['tasks']): RunActivity {
  if (tasks.some(({ status }) => needsHuman(status))) return 'PAUSED';
  if (tasks.length === 0 || !tasks.every(({ status }) => isFinished(status))) return 'IDLE';
  return tasks.every(({ status }) => status === 'done') ? 'DONE' : 'FINISHED';
}
