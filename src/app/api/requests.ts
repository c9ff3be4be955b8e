import type { Amount } from '../../model/usage/budget';
import type { RewindChoice } from '../../model/workspace/rewindRecord';
import type { CommentChange, CommentDraft, SendBack } from '../../model/review/reviewComment';
import type { SeenChange } from '../../model/review/seenChange';
import type { Span } from '../../engine/rewind/spans';
import type { Answer } from '../../ports/answer';
import type { RunObserver } from '../../ports/runObserver';
import type { DoctorObserver } from '../doctor/runChecks';
import type { DoctorOptions } from '../doctor/doctorContext';
import type { VerifyTrial } from '../setUp/setUpFacts';

/** A request that resumes a task that needs the user. */
export type Resumption =
  | ({ readonly type: 'resume'; readonly taskId: string } & ResumeOptions)
  | ({ readonly type: 'accept'; readonly taskId: string } & SeenChange)
  | ({ readonly type: 'sendBack'; readonly taskId: string } & SendBack)
  | { readonly type: 'stopWaiting'; readonly taskId: string }
  | { readonly type: 'notALoop'; readonly taskId: string; readonly finding?: number };

export interface RunRequest {
  /**
   * Applied first, under the same lease. If refused, nothing runs. `onAnswer` is called before the
   * run begins.
   */
  readonly first?: {
    readonly request: Resumption;
    readonly onAnswer: (answer: Answer) => void;
  };
  /** Runs only these tasks; absent: all. An unknown id is refused. */
  readonly taskIds?: readonly string[];
  readonly observer: RunObserver;
  /** Whether somebody who can answer permission requests sees the run; false when absent. */
  readonly isAttended?: boolean;
  /** Aborting cancels the running turn at once; its turn is recorded as interrupted. */
  readonly signal: AbortSignal;
}

/** Target of a rewind, and the user's changes to the proposed selection. */
export interface RewindOptions {
  /** Number of one of the task's turns: back to how it was after it; absent: before the first one. */
  readonly toTurn?: number;
  readonly choice?: RewindChoice;
}

/** Selects a run report: by id or id prefix, by a task, or the newest. */
export interface RunReportChoice {
  readonly id?: string;
  /** The newest in which the task had a turn. */
  readonly taskId?: string;
}

export interface ExportOptions {
  /** Absolute path of a folder; created if missing. */
  readonly folder: string;
  /** Whether existing files are replaced. */
  readonly force: boolean;
}

/** What to export of a finding, and where to. */
export interface FindingExport {
  readonly taskId: string;
  /** Number of the turn that the finding ended; absent: the newest finding of the task. */
  readonly finding?: number;
  /** Absolute path of a file that does not exist. */
  readonly file: string;
}

/** A hint for a task that goes on by itself. */
export interface HintOptions {
  readonly text: string;
  /** Interrupts a running agent that can be spoken to; else the next prompt has it. */
  readonly now: boolean;
}

export interface ResumeOptions {
  readonly hint?: string;
  readonly agent?: string;
  /** As in `InboxRequest`. */
  readonly allow?: Amount;
}

/** Where tasks are looked for. */
export type TaskSearch =
  /** Names of sources: `github:#12`, the address of a GitHub issue, a file as seen from `folder` (absolute; absent: the workspace). */
  | { readonly from: readonly string[]; readonly folder?: string }
  /** What a human entered: such names, a line each, and a list of tasks. */
  | { readonly text: string }
  /** Nowhere: it is this new task, also where one has its title. */
  | { readonly title: string; readonly goal: string };

export type {
  CommentChange,
  CommentDraft,
  DoctorObserver,
  DoctorOptions,
  SeenChange,
  SendBack,
  Span,
  VerifyTrial,
};
