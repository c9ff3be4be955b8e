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
  /** Number of tasks at work; absent for one. */
  readonly atWork?: number;
  /** Number of its running turn; absent between turns, and where several tasks are at work. */
  readonly turn?: number;
  /** When the run began with the task, of several the first one, ISO 8601, UTC; absent before its first turn. */
  readonly since?: string;
}

/** Derives it from the overview; undefined unless a run works on a task. */
export function runProgress(overview: Overview): RunProgress | undefined {
  const { tasks } = overview;
  const [working, ...others] = tasks.filter(({ status }) => status === 'in_progress');
  if (working === undefined || !isRunActive(runActivity(overview))) return undefined;
  const ended = tasks.filter(({ status }) => isFinished(status)).length;
  const left = tasks.filter(({ status }) => needsHuman(status)).length;
  const turn = working.turns.findLast(({ outcome }) => outcome === 'running')?.number;
  const [since] = [working, ...others].flatMap((task) => workingSince(overview, task) ?? []).sort();
  return {
    ...{ task: ended + left + 1, of: tasks.length, ended },
    ...(others.length > 0 ? { atWork: others.length + 1 } : turn !== undefined && { turn }),
    ...(since !== undefined && { since }),
  };
}
