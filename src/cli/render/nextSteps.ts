import type { Overview, TaskOverview } from '../../model/overview/overview';
import { needsHuman } from '../../model/task/taskStatus';
import { hasReport } from '../../reports/task/hasReport';
import {
  acceptStep,
  resumeStep,
  retryStep,
  reviewSteps,
  type NextStep,
} from '../../reports/task/nextStep';

/** Possible next commands, most urgent first; empty when everything is finished. */
export function nextSteps(overview: Overview): readonly NextStep[] {
  const waiting = overview.tasks.flatMap((task) => [
    ...(needsHuman(task.status) ? interventions(task) : []),
    ...stopWaitingSteps(task),
    ...redoSteps(task),
    ...(task.status === 'done_partial' ? [...notALoopSteps(task), ...retrySteps(task)] : []),
  ]);
  const released = skippedWithDependents(overview.tasks).map((id) => ({
    command: `devs retry ${id}`,
    does: 'restart the skipped task; others wait for it',
  }));
  return [...waiting, ...released, ...runOrPause(overview)];
}

/** Possible next commands for one task; `devs retry` for a finished one. */
export function taskSteps(task: TaskOverview, overview: Overview): readonly NextStep[] {
  return [
    ...(needsHuman(task.status) ? interventions(task) : rewindSteps(task)),
    ...stopWaitingSteps(task),
    ...redoSteps(task),
    ...(task.status === 'done_partial' ? notALoopSteps(task) : []),
    ...findingSteps(task),
    ...pullRequestSteps(task),
    ...retrySteps(task),
    ...runOrPause({ ...overview, tasks: [task] }),
  ];
}

/** A wait for a clock need not be waited out. */
function stopWaitingSteps(task: TaskOverview): readonly NextStep[] {
  if (!task.interventions.includes('stopWaiting')) return [];
  return [{ command: `devs stop-waiting ${task.id}`, does: 'try it at once' }];
}

function pullRequestSteps({ id, branch }: TaskOverview): readonly NextStep[] {
  return branch === undefined || branch.pullRequest !== undefined
    ? []
    : [{ command: `devs pr ${id}`, does: `create a pull request of ${branch.name}` }];
}

function retrySteps({ id, interventions: possible }: TaskOverview): readonly NextStep[] {
  return possible.includes('retry') ? [retryStep(id)] : [];
}

function rewindSteps({ id, interventions: possible }: TaskOverview): readonly NextStep[] {
  if (!possible.includes('rewind')) return [];
  return [{ command: `devs rewind ${id}`, does: 'restore the files to before its first turn' }];
}

/** A redo makes sense as long as nothing else was done to the task. */
function redoSteps({ id, interventions: possible, history }: TaskOverview): readonly NextStep[] {
  const [newest] = history;
  if (newest?.what !== 'rewind' || newest.atPivot !== undefined || !possible.includes('redo'))
    return [];
  return [{ command: `devs redo ${id}`, does: 'undo the rewind' }];
}

function interventions(task: TaskOverview): readonly NextStep[] {
  const { id } = task;
  if (task.interventions.includes('sendBack')) {
    const { look, accept, discard } = reviewSteps(id);
    return [look, accept, resumeStep({ ...task, reason: 'REVIEW' }), discard];
  }
  const doubtful = task.interventions.includes('accept');
  const report = {
    command: `devs report ${id}`,
    does:
      task.status === 'blocked'
        ? 'see what it lacks and what was tried'
        : 'see what was tried, turn by turn',
  };
  return [
    ...(hasReport(task) ? [report] : []),
    ...(doubtful ? [acceptStep(id)] : []),
    resumeStep({
      ...task,
      question: task.report?.question,
      reason: task.report?.reason,
      doubtful,
      lastOutcome: task.turns.at(-1)?.outcome,
    }),
    ...(task.status === 'blocked' || task.status === 'aborted_stuck' ? notALoopSteps(task) : []),
    ...rewindSteps(task),
    { command: `devs skip ${id}`, does: 'skip it' },
  ];
}

/** For a task that goes on after a turn that was ended for a loop in its steps. */
function findingSteps({ id, status, interventions: possible }: TaskOverview): readonly NextStep[] {
  const goesOn = status === 'pending' || status === 'in_progress';
  if (!goesOn || !possible.includes('notALoop')) return [];
  return [{ command: `devs not-a-loop ${id}`, does: 'report its last loop no more: it was none' }];
}

/** For a task that was stopped for a loop over its attempts. */
function notALoopSteps({ id, interventions: possible }: TaskOverview): readonly NextStep[] {
  if (!possible.includes('notALoop')) return [];
  return [{ command: `devs not-a-loop ${id}`, does: 'resume it: it was not a loop' }];
}

/** Skipped tasks that pending ones depend on. */
export function skippedWithDependents(tasks: readonly TaskOverview[]): readonly string[] {
  const wanted = new Set(
    tasks.flatMap((task) => (task.status === 'pending' ? task.dependsOn : [])),
  );
  return tasks
    .filter((task) => task.status === 'skipped' && wanted.has(task.id))
    .map((task) => task.id);
}

function runOrPause({ run, holder, tasks }: Overview): readonly NextStep[] {
  if (run === 'RUNNING' && holder !== undefined) {
    return [{ command: 'devs pause', does: 'end the run after its current turn' }];
  }
  if (holder !== undefined || !tasks.some((task) => task.runnable)) return [];
  return [{ command: 'devs run', does: 'run the tasks that can run' }];
}
