import type { StepDiff, StepLine } from '../../model/steps/stepLine';
import type { ActionState } from '../actionState';
import type { DashboardView, TaskView } from '../dashboardView';
import type { DetailText } from '../replay/replayView';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

/** Which task a page shows. It survives a reload of the window in the saved state of the page. */
export interface PagedTask {
  /** URI of the workspace folder. */
  readonly folder: string;
  readonly taskId: string;
}

/** A task with what its page shows besides the steps of its turns. */
export type ShownTaskView = {
  readonly kind: 'task';
  readonly task: TaskView;
  readonly actions: {
    readonly pause: ActionState;
    /** Absent unless the run is stopping after this turn. */
    readonly keepGoing?: ActionState;
  };
} & Pick<Ready, 'run' | 'maxPivots' | 'agents'>;

/** Content of a task page. */
export type TaskPageContent =
  | Exclude<DashboardView, { kind: 'ready' }>
  /** `devs.yaml` no longer names the task. */
  | { readonly kind: 'removed' }
  /** Its folder is not part of the workspace. */
  | { readonly kind: 'closed'; readonly folder: string }
  | ShownTaskView;

export interface TaskPageView {
  readonly paged: PagedTask;
  readonly content: TaskPageContent;
}

/** Maximum number of steps of a turn that are sent, the newest. */
export const MAX_SENT_STEPS = 20_000;

/** The steps of a turn from an index on. */
export interface TurnSteps {
  readonly turn: number;
  /** Ascending for one page. */
  readonly revision: number;
  /** Revision of which the steps before `from` are still right; absent if all steps are sent. */
  readonly base?: number;
  readonly from: number;
  readonly lines: readonly StepLine[];
  /** Steps before the first one that is sent; 0 unless there are more than `MAX_SENT_STEPS`. */
  readonly dropped: number;
  /** Each call of an agent in the turn with the index of its first step. */
  readonly calls: readonly { readonly name: string; readonly first: number }[];
  readonly problems: readonly string[];
  /** The end of what was printed, where it shows no steps; absent for nothing. */
  readonly output?: DetailText;
  /** Whether no transcript of the turn is kept. */
  readonly gone: boolean;
  readonly running: boolean;
}

/** A text of an opened step. */
export const STEP_PARTS = ['call', 'result', 'thought'] as const;
export type StepPart = (typeof STEP_PARTS)[number];

/** An opened step: its texts in full as far as they are short enough, and what it changes. */
export type OpenedStep = {
  readonly turn: number;
  readonly index: number;
  readonly number: number;
  readonly diffs: readonly StepDiff[];
} & Readonly<Record<StepPart, DetailText>>;
