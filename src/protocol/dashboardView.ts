import type { ConfigProblem } from '../model/config/config';
import type { LeaseHolder } from '../model/workspace/leaseHolder';
import type { TaskOverview } from '../model/overview/overview';
import type { RunProgress } from '../model/overview/runProgress';
import type { RunActivity } from '../model/overview/runActivity';
import type { ActionState } from './actionState';
import type { GuardPart } from './sessionView';

/** A turn with a checkpoint: it can be compared, and perhaps rewound to. */
export interface TurnCheckpoint {
  /** Number of the turn. */
  readonly turn: number;
  /** Number of the task's recorded turn before it; 0 = before its first. */
  readonly before: number;
  /** Whether a rewind to it would undo anything. */
  readonly goBack: boolean;
}

/** A task with the actions that apply to it. */
export interface TaskView extends TaskOverview {
  /** Oldest first. */
  readonly checkpoints: readonly TurnCheckpoint[];
  /** Present while this window asks the judge model about its turn. */
  readonly asking?: true;
  readonly actions: {
    readonly run: ActionState;
    readonly skip: ActionState;
    readonly resume: ActionState;
    readonly stopWaiting: ActionState;
    readonly chooseAgent: ActionState;
    readonly retry: ActionState;
    readonly accept: ActionState;
    readonly sendBack: ActionState;
    readonly discard: ActionState;
    readonly notALoop: ActionState;
    readonly rewind: ActionState;
    readonly redo: ActionState;
  };
}

/** Maximum length of the reason in a task's line, in characters. */
export const MAX_LINE_REASON = 200;

/** A task as one line of a long list. */
export type TaskLine = Pick<
  TaskOverview,
  | 'id'
  | 'title'
  | 'parent'
  | 'priority'
  | 'agent'
  | 'status'
  /** One line, at most `MAX_LINE_REASON` characters. */
  | 'statusReason'
  | 'unverified'
  | 'landing'
  | 'review'
  | 'turnCount'
  | 'entropy'
  | 'attempts'
  | 'loop'
>;

/** A task in the list: complete if its card is shown, otherwise one line. */
export type ShownTask = TaskLine | TaskView;

/** Beyond this number of tasks, tasks that do not need you are lines until they are opened. */
export const MAX_CARDS = 20;
/** Number of tasks that need you and are complete nevertheless. */
export const MAX_WAITING_CARDS = 3;

/** Whether a task is complete, with all data of its card. */
export function isTaskView(task: ShownTask): task is TaskView {
  return 'actions' in task;
}

/** Content of the dashboard, by state of the folder. */
export type DashboardView =
  | { readonly kind: 'noFolder' }
  | { readonly kind: 'untrusted' }
  | FolderDashboard;

/** Content of the dashboard of a trusted folder. */
export type FolderDashboard =
  | ({ readonly kind: 'empty'; readonly folder: string } & GuardPart)
  | ({
      readonly kind: 'invalid';
      readonly folder: string;
      readonly problems: readonly ConfigProblem[];
    } & GuardPart)
  /** The folder is the worktree of a task; `workspaceDir`: of what it is, if that is known. */
  | ({
      readonly kind: 'worktree';
      readonly folder: string;
      readonly taskId: string;
      readonly workspaceDir?: string;
    } & GuardPart)
  | ({ readonly kind: 'broken'; readonly folder: string; readonly message: string } & GuardPart)
  | ({
      readonly kind: 'ready';
      readonly folder: string;
      /** Notices on the state, one or two sentences each. */
      readonly notices: readonly string[];
      readonly run: RunActivity;
      /** Absent unless a run works on a task. */
      readonly progress?: RunProgress;
      /** Problems of `devs.yaml`; the tasks are then those of its last valid version. Absent for none. */
      readonly problems?: readonly ConfigProblem[];
      /** The lease holder, if it is not this window: shown as "running in a terminal". */
      readonly otherHolder: LeaseHolder | undefined;
      readonly maxPivots: number;
      /** Default first. */
      readonly agents: readonly string[];
      /** As in `Overview`. */
      readonly verify?: string;
      /** Id of the newest run report; absent for none. */
      readonly runReport?: string;
      readonly tasks: readonly ShownTask[];
      readonly actions: {
        readonly run: ActionState;
        readonly pause: ActionState;
        /** Withdraws a pause after the running turn; absent unless the run is stopping for one. */
        readonly keepGoing?: ActionState;
        readonly addTask: ActionState;
      };
    } & GuardPart);
