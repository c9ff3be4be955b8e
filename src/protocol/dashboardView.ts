import type { ConfigProblem } from '../domain/config';
import type { LeaseHolder } from '../domain/lease';
import type { TaskOverview } from '../domain/overview';
import type { RunStatus } from '../domain/run';

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
      readonly tasks: readonly TaskView[];
      readonly actions: {
        readonly run: ActionState;
        readonly pause: ActionState;
        readonly addTask: ActionState;
      };
    };
