import type { TurnMark } from '../../../src/model/overview/overview';
import type { TaskStatus } from '../../../src/model/task/task';
import { applicableInterventions } from '../../../src/model/task/transitionTable';
import type { Intervention } from '../../../src/model/task/taskEvent';
import type { ActionState } from '../../../src/protocol/actionState';
import type {
  DashboardView,
  ShownTask,
  TaskView,
  TurnCheckpoint,
} from '../../../src/protocol/dashboardView';
import { freshTask, keptMark } from '../../support/overviewSamples';

export type ReadyView = Extract<DashboardView, { kind: 'ready' }>;

const START = Date.parse('2026-11-21T21:30:00.000Z');

/** The time `minutes` after the recorded runs began. */
export function at(minutes: number): string {
  return new Date(START + minutes * 60_000).toISOString();
}

/** An action and its tooltip. */
export function action(enabled: boolean, hint = ''): ActionState {
  return { enabled, hint };
}

/** Going back only where there was a turn; a redo, Accept and a review only where a test says so; no loop to clear without one. */
function interventionsOf(
  status: TaskStatus,
  { turns = [], loop, waitingUntil }: Partial<TaskView>,
): readonly Intervention[] {
  const applies = (what: Intervention): boolean =>
    what !== 'redo' &&
    !['accept', 'sendBack', 'discard'].includes(what) &&
    (what !== 'rewind' || turns.length > 0) &&
    (what !== 'notALoop' || status === 'PAUSED_FOR_INTERVENTION' || loop !== undefined);
  return applicableInterventions(status, waitingUntil !== undefined).filter(applies);
}

/** As the host finds them for a topmost task. */
function turnCheckpoints(turns: readonly TurnMark[]): readonly TurnCheckpoint[] {
  const kept = turns.filter(({ checkpoint }) => checkpoint);
  return kept.map((turn, index) => ({
    turn: turn.number,
    before: kept[index - 1]?.number ?? 0,
    goBack: turn !== turns.at(-1),
  }));
}

/** A pending task with the actions its status allows; `change` replaces what a test is about. */
export function task(id: string, change: Partial<TaskView> = {}): TaskView {
  const status: TaskStatus = change.status ?? 'pending';
  const interventions = change.interventions ?? interventionsOf(status, change);
  const runnable = change.runnable ?? status === 'pending';
  return {
    ...freshTask(id),
    title: id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' '),
    goal: `Users can ${id.replaceAll('-', ' ')}.`,
    turns: [],
    turnCount: change.turns?.length ?? 0,
    interventions,
    runnable,
    checkpoints: turnCheckpoints(change.turns ?? []),
    actions: {
      run: action(runnable, 'Runs only this task.'),
      skip: action(interventions.includes('skip'), 'Skips this task.'),
      resume: action(interventions.includes('resume'), 'Goes on with fresh limits.'),
      stopWaiting: action(interventions.includes('stopWaiting'), 'Ends the wait.'),
      chooseAgent: action(true, 'Resumes this task with another agent from devs.yaml.'),
      retry: action(interventions.includes('retry'), 'Starts the task anew.'),
      accept: action(interventions.includes('accept'), 'Ends the task as done.'),
      sendBack: action(interventions.includes('sendBack'), 'Sends it back.'),
      discard: action(interventions.includes('discard'), 'Throws it away.'),
      notALoop: action(interventions.includes('notALoop'), 'Notes a false alarm.'),
      rewind: action(interventions.includes('rewind'), 'Brings back files.'),
      redo: action(interventions.includes('redo'), 'Undoes the latest rewind.'),
    },
    ...change,
  };
}

/** A turn that made no progress; `change` replaces what a test is about. */
export function turn(number: number, change: Partial<TurnMark> = {}): TurnMark {
  return {
    ...keptMark(number),
    at: at(number),
    durationMs: 12_400,
    reason: 'the same 2 tests fail as before',
    failingTests: 2,
    testsRun: 10,
    failure: 'a1b2c3d4',
    ...change,
  };
}

/** A view with tasks; idle, with two agents. */
export function ready(tasks: readonly ShownTask[], change: Partial<ReadyView> = {}): ReadyView {
  const run = change.run ?? 'IDLE';
  return {
    kind: 'ready',
    folder: 'shop',
    notices: [],
    run,
    otherHolder: undefined,
    maxPivots: 2,
    agents: ['claude', 'codex'],
    tasks,
    actions: {
      run: action(run !== 'RUNNING', 'Runs every task that can run.'),
      pause: action(run === 'RUNNING', 'Stops the run after the current turn.'),
      addTask: action(true, 'Adds a task to devs.yaml.'),
    },
    ...change,
  };
}

/** What a turn lacks whose tests were not run. */
export const uncounted = { failingTests: undefined, testsRun: undefined, failure: undefined };
