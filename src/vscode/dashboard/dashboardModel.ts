import { statusWord } from '../../model/task/statusNames';
import { checkTransition } from '../../model/task/transitionTable';
import type { Intervention } from '../../model/task/taskEvent';
import { needsHuman, isFinished } from '../../model/task/taskStatus';
import { type LeaseHolder, describeHolder } from '../../model/workspace/leaseHolder';
import { runProgress } from '../../model/overview/runProgress';
import { isRunActive, runActivity } from '../../model/overview/runActivity';
import { listQuestions, type Overview, type TaskOverview } from '../../model/overview/overview';
import type { ActionState } from '../../protocol/actionState';
import {
  MAX_WAITING_CARDS,
  MAX_LINE_REASON,
  MAX_CARDS,
  type FolderDashboard,
  type ShownTask,
  type TaskLine,
  type TaskView,
} from '../../protocol/dashboardView';
import { otherHolder, type ThisProcess } from '../folders/otherHolder';
import { listTurnCheckpoints } from '../prompts/listTurnCheckpoints';
import { countOf } from '../../text/count';
import { capitalise } from '../../text/sentence';
import { oneLine } from '../../text/oneLine';
import { pageWords } from '../text/editorWords';

/** Input of the dashboard. */
export interface DashboardInput {
  /** Name of the workspace folder. */
  readonly folder: string;
  readonly overview: Overview;
  readonly self: ThisProcess;
  /** True while a run of this window is active. */
  readonly runningHere: boolean;
  /** Id of the newest run report; undefined when there is none. */
  readonly runReport?: string | undefined;
  /** Ids of the tasks about whose turns the judge model is asked right now; absent: none. */
  readonly askingJudge?: ReadonlySet<string>;
  /** Ids of tasks whose lines the human opened. */
  readonly open: ReadonlySet<string>;
}

/** Which process runs tasks, as the actions depend on it. */
type Runner =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'thisWindow' }
  | { readonly kind: 'other'; readonly holder: LeaseHolder };

/**
 * The dashboard of a trusted folder with all action states. An invalid `devs.yaml` never hides tasks: those of its last
 * valid version stay, with its problems, and nothing can be run.
 */
export function createDashboardView(input: DashboardInput): FolderDashboard {
  const { folder, overview } = input;
  if (overview.worktreeOf !== undefined)
    return { kind: 'worktree', folder, ...overview.worktreeOf };
  if (overview.stateProblem !== undefined) {
    return { kind: 'broken', folder, message: pageWords(overview.stateProblem) };
  }
  if (overview.config.kind === 'missing') return { kind: 'empty', folder };
  const runner = findRunner(input);
  if (overview.config.kind === 'invalid' && overview.tasks.length === 0) {
    return { kind: 'invalid', folder, problems: overview.config.problems };
  }
  return readyView(input, runner);
}

function readyView(input: DashboardInput, runner: Runner): FolderDashboard {
  const { folder, overview, self, runReport } = input;
  const activity = runActivity(overview);
  const progress = runProgress(overview);
  return {
    kind: 'ready',
    folder,
    notices: overview.notices.map(pageWords),
    run: activity,
    ...(progress && { progress }),
    ...(overview.config.kind === 'invalid' && { problems: overview.config.problems }),
    otherHolder: otherHolder(overview.holder, self),
    maxPivots: overview.limits.maxPivots,
    agents: overview.agents,
    ...(overview.verify !== undefined && { verify: overview.verify }),
    ...(runReport === undefined ? {} : { runReport }),
    tasks: listShownTasks(input, runner),
    actions: {
      run: runAction(overview, runner),
      pause: pauseAction(overview, runner),
      ...(activity === 'STOPPING' && {
        keepGoing: enabled('Cancels the pause: the run continues after the current turn.'),
      }),
      addTask: isBroken(overview) ? disabled(BROKEN) : enabled('Adds a task to devs.yaml.'),
    },
  };
}

/** Up to `MAX_CARDS` tasks are complete; of more only running ones, the first that need you, and opened ones. */
function listShownTasks(input: DashboardInput, runner: Runner): readonly ShownTask[] {
  const { overview, open, askingJudge } = input;
  const { tasks } = overview;
  const few = tasks.length <= MAX_CARDS;
  const waiting = tasks.filter((task) => needsHuman(task.status)).slice(0, MAX_WAITING_CARDS);
  const first = new Set(waiting.map(({ id }) => id));
  const isWhole = ({ id, status }: TaskOverview): boolean =>
    few || status === 'in_progress' || first.has(id) || open.has(id);
  const whole = (task: TaskOverview): TaskView => ({
    ...taskView(task, overview, runner),
    ...(task.status === 'in_progress' && askingJudge?.has(task.id) === true
      ? { asking: true }
      : {}),
  });
  return tasks.map((task) => (isWhole(task) ? whole(task) : taskLine(task)));
}

function taskLine(task: TaskOverview): TaskLine {
  const { id, title, parent, priority, agent, status, unverified, turnCount, entropy, attempts } =
    task;
  // A line says only that there is a loop.
  const loop = task.loop && { ...task.loop, attempts: [] };
  const statusReason = oneLine(task.statusReason).slice(0, MAX_LINE_REASON);
  return {
    ...{ id, title, parent, priority, agent, status, statusReason },
    ...{ unverified, turnCount, entropy, attempts, loop },
    ...(task.review && { review: task.review }),
    ...(task.landing && { landing: task.landing }),
  };
}

function findRunner({ overview, self, runningHere }: DashboardInput): Runner {
  if (runningHere) return { kind: 'thisWindow' };
  const holder = otherHolder(overview.holder, self);
  const elsewhere = holder !== undefined && isRunActive(runActivity(overview));
  return elsewhere ? { kind: 'other', holder } : { kind: 'nobody' };
}

/** Why nothing can be run or added. */
const BROKEN = 'devs.yaml has problems: fix them first.';

function isBroken({ config }: Overview): boolean {
  return config.kind === 'invalid';
}

function runAction(overview: Overview, runner: Runner): ActionState {
  if (runner.kind !== 'nobody') return disabled(describeBusy(runner));
  if (isBroken(overview)) return disabled(BROKEN);
  return idleRunAction(overview);
}

/** What a run would do while none is active, or why it can do nothing. */
export function idleRunAction({ tasks }: Pick<Overview, 'tasks'>): ActionState {
  if (tasks.length === 0) return disabled('There are no tasks yet: add one first.');
  const runnable = tasks.filter((task) => task.runnable).length;
  if (runnable > 0) return enabled('Runs every task that can run.');
  const waiting = tasks.filter((task) => needsHuman(task.status)).length;
  if (waiting > 0) {
    const verb = waiting === 1 ? 'needs' : 'need';
    return disabled(`No task can run: ${countOf(waiting, 'task')} ${verb} you.`);
  }
  return disabled(
    tasks.every((task) => isFinished(task.status))
      ? 'Every task is done or skipped.'
      : 'No task can run: the remaining tasks depend on skipped tasks.',
  );
}

function pauseAction(overview: Overview, runner: Runner): ActionState {
  const activity = runActivity(overview);
  if (activity === 'RUNNING') return enabled('Stops the run after the current turn.');
  if (isRunActive(activity)) return disabled('The run is already stopping.');
  return disabled(
    runner.kind === 'nobody'
      ? 'No run is active.'
      : 'The run is starting or ending. Try again in a moment.',
  );
}

/** What has ended is as long as what waits, and would be sent with each step. */
function withoutEndedQuestions(task: TaskOverview): TaskOverview {
  if (task.steps?.questions === undefined) return task;
  return { ...task, steps: { ...task.steps, questions: listQuestions(task) } };
}

function taskView(task: TaskOverview, overview: Overview, runner: Runner): TaskView {
  return {
    ...withoutEndedQuestions(task),
    checkpoints: listTurnCheckpoints(task, overview.tasks),
    actions: {
      run:
        runner.kind === 'nobody' && isBroken(overview)
          ? disabled(BROKEN)
          : runTaskAction(task, runner),
      skip: interventionAction(
        task,
        'skip',
        'Skips this task: no run works on it until you press "Retry".',
      ),
      resume: interventionAction(
        task,
        'resume',
        'Resumes this task, with your hint if you give one. Its failed turns count from 0 again.',
      ),
      stopWaiting: interventionAction(
        task,
        'stopWaiting',
        'Ends the wait and tries this task again at once. Its failed turns still count.',
      ),
      chooseAgent: chooseAgentAction(task, overview),
      retry: interventionAction(
        task,
        'retry',
        'Starts this task again. Its failed turns count from 0.',
      ),
      accept: interventionAction(
        task,
        'accept',
        task.review === undefined
          ? 'Marks this task as done although Devs doubts its passing tests.'
          : 'Accepts the change: Devs verifies it once more, then lands it in the workspace or on its branch.',
      ),
      sendBack: interventionAction(
        task,
        'sendBack',
        'Sends the change back to the agent with what you write. The failed turns count from 0 again.',
      ),
      discard: interventionAction(
        task,
        'discard',
        'Deletes the change and its worktree and skips this task; asks first.',
      ),
      notALoop: interventionAction(
        task,
        'notALoop',
        'Tells Devs that this was not a loop. Devs does not report it again, and resumes the task if the task was stopped because of it.',
      ),
      ...rewindActions(task, runner),
    },
  };
}

function chooseAgentAction({ agent }: TaskOverview, { agents }: Overview): ActionState {
  return agents.some((name) => name !== agent)
    ? enabled('Resumes this task with another agent from devs.yaml.')
    : disabled('devs.yaml names no other agent.');
}

/** Rewind and redo are disabled during a run: files must not change under a working agent. */
function rewindActions(
  task: TaskOverview,
  runner: Runner,
): Pick<TaskView['actions'], 'rewind' | 'redo'> {
  const action = (wanted: 'rewind' | 'redo', does: string, nothing: string): ActionState => {
    if (runner.kind !== 'nobody') return disabled(`${describeBusy(runner)} Pause the run first.`);
    if (task.interventions.includes(wanted)) return enabled(does);
    const transition = checkTransition(task.status, wanted);
    return disabled(transition.ok ? nothing : sentence(transition.reason));
  };
  return {
    rewind: action(
      'rewind',
      'Restores the files as they were at an earlier turn of this task; shows a preview first.',
      'This task has no checkpoint to restore.',
    ),
    redo: action(
      'redo',
      'Undoes the latest rewind of this task; shows a preview first.',
      'This task has no rewind to undo.',
    ),
  };
}

function runTaskAction(task: TaskOverview, runner: Runner): ActionState {
  if (runner.kind !== 'nobody') return disabled(describeBusy(runner));
  if (task.runnable) return enabled('Runs only this task.');
  if (needsHuman(task.status)) return disabled('This task needs you: resume or skip it.');
  return isFinished(task.status)
    ? disabled(`This task is ${statusWord(task.status)}. "Retry" starts it again.`)
    : disabled('This task waits for other tasks.');
}

function interventionAction(task: TaskOverview, wanted: Intervention, does: string): ActionState {
  if (task.interventions.includes(wanted)) return enabled(does);
  const transition = checkTransition(task.status, wanted);
  return disabled(transition.ok ? 'Not possible now.' : sentence(transition.reason));
}

function describeBusy(runner: Exclude<Runner, { kind: 'nobody' }>): string {
  return runner.kind === 'thisWindow'
    ? 'A run is active.'
    : `A run is active in ${describeHolder(runner.holder, 'window')}.`;
}

function sentence(text: string): string {
  return `${capitalise(text)}.`;
}

function enabled(hint: string): ActionState {
  return { enabled: true, hint };
}

function disabled(hint: string): ActionState {
  return { enabled: false, hint };
}
