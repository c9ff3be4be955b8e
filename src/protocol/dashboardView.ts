import type { ConfigProblem } from '../model/config/config';
import type { LeaseHolder } from '../model/workspace/leaseHolder';
import type { TaskOverview } from '../model/overview/overview';
import type { RunStatus } from '../model/run/runStatus';

/** An action that the dashboard offers; the host decides which, the webview only draws them. */
export interface ActionState {
  readonly enabled: boolean;
  /** Why it is not, or what it does: the tooltip. */
  readonly hint: string;
}

/** A turn whose end was recorded: it can be compared, and perhaps gone back to. */
export interface TurnCheckpoint {
  /** Number of the turn. */
  readonly turn: number;
  /** Number of the task's recorded turn before it; 0 = before its first. */
  readonly before: number;
  /** Whether there is anything to undo after it. */
  readonly goBack: boolean;
}

/** A task with the actions that apply to it. */
export interface TaskView extends TaskOverview {
  /** Oldest first. */
  readonly checkpoints: readonly TurnCheckpoint[];
  /** Present while the judge model is asked about its turn, as far as this window runs it. */
  readonly asking?: true;
  readonly actions: {
    readonly run: ActionState;
    readonly skip: ActionState;
    readonly resume: ActionState;
    readonly retry: ActionState;
    readonly notALoop: ActionState;
    readonly rewind: ActionState;
    readonly redo: ActionState;
  };
}

/** Longest reason in a task's line, in characters. */
export const MAX_LINE_REASON = 200;

/** A task as one line says it: what there is of most when there are many. */
export type TaskLine = Pick<
  TaskOverview,
  | 'id'
  | 'title'
  | 'parent'
  | 'priority'
  | 'agent'
  | 'status'
  /** One line, `MAX_LINE_REASON` at most. */
  | 'statusReason'
  | 'unverified'
  | 'turnCount'
  | 'attempts'
  | 'loop'
>;

/** A task in the list: whole where its card is shown, else its line. */
export type ShownTask = TaskLine | TaskView;

/** With more tasks than this, those that go on by themselves or are finished are lines until they are opened. */
export const MAX_CARDS = 20;
/** Tasks that need you and are whole all the same. */
export const MAX_WAITING_CARDS = 3;

/** True for a task with all that its card shows. */
export function isTaskView(task: ShownTask): task is TaskView {
  return 'actions' in task;
}

/** What the dashboard shows; each kind says what to do next. */
export type DashboardView =
  | { readonly kind: 'noFolder' }
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'empty'; readonly folder: string }
  | {
      readonly kind: 'invalid';
      readonly folder: string;
      readonly problems: readonly ConfigProblem[];
    }
  | { readonly kind: 'broken'; readonly folder: string; readonly message: string }
  | {
      readonly kind: 'ready';
      readonly folder: string;
      /** What a human should know of the state, a sentence or two each. */
      readonly notices: readonly string[];
      readonly run: RunStatus;
      /** Who holds the lease, when it is not this window: shown as "running in a terminal (pid …)". */
      readonly otherHolder: LeaseHolder | undefined;
      readonly loopThreshold: number;
      readonly maxPivots: number;
      readonly agents: readonly string[];
      /** Id of the newest run report; absent when there is none. */
      readonly runReport?: string;
      readonly tasks: readonly ShownTask[];
      readonly actions: {
        readonly run: ActionState;
        readonly pause: ActionState;
        readonly addTask: ActionState;
      };
    };
