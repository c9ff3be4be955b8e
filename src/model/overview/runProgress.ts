import { isFinished, needsHuman } from '../task/taskStatus';
import type { Overview } from './overview';
import { isRunActive, runActivity } from './runActivity';
import { workingSince } from './workingSince';

/** How far the active run is. */
export interface RunProgress {
  /** Number of the task at work among all: those that ended or need a human, plus one. */
  readonly task: number;
  readonly of: number;
  /** Number of tasks that ended: done, partly done or skipped. */
  readonly ended: number;
  /** Number of its running turn; absent between turns. */
  readonly turn?: number;
  /** When the run began with the task, ISO 8601, UTC; absent before its first turn. */
  readonly since?: string;
}

/** Derives it from the overview; undefined unless a run works on a task. */
export function runProgress(overview: Overview): RunProgress | undefined {
  const { tasks } = overview;
  const working = tasks.find(({ status }) => status === 'in_progress');
  if (working === undefined || !isRunActive(runActivity(overview))) return undefined;
  const ended = tasks.filter(({ status }) => isFinished(status)).length;
  const left = tasks.filter(({ status }) => needsHuman(status)).length;
  const turn = working.turns.findLast(({ outcome }) => outcome === 'running')?.number;
  const since = workingSince(overview, working);
  return {
    ...{ task: ended + left + 1, of: tasks.length, ended },
    ...(turn !== undefined && { turn }),
    ...(since !== undefined && { since }),
  };
}
