import type { Lesson } from '../../model/failure/lesson';
import type { PullRequestPlan } from '../../model/landing/pullRequest';
import type { RewindPreview } from '../../model/workspace/rewindRecord';
import type { TaskReview } from '../../model/review/taskReview';
import type { FoundTasks } from '../../model/task/foundTasks';
import type { RunEnd } from '../../model/run/runStatus';
import type { RunReport } from '../../model/run/runReport';
import type { SpanChange, SpanResult } from '../../engine/rewind/spans';
import type { StateUsage } from '../../ports/stateFiles';
import type { ReportFiles } from '../../ports/runReports';
import type { SetUpAgent, SetUpFacts, TrialEnd } from '../setUp/setUpFacts';

export type RunAnswer =
  | { readonly ok: true; readonly end: RunEnd; readonly message: string }
  | {
      readonly ok: false;
      readonly message: string;
      /** Selected tasks for which nothing ran because they need the user; absent for another refusal. */
      readonly needsHuman?: readonly string[];
    };

export type PreviewAnswer =
  | {
      readonly ok: true;
      readonly preview: RewindPreview;
      /** Id of the checkpoint whose content comes back, for `fileAt`. */
      readonly checkpoint: string;
    }
  | { readonly ok: false; readonly message: string };

/** Message of the result, with the preview that was applied. */
export type RewindAnswer =
  | { readonly ok: true; readonly message: string; readonly done: RewindPreview }
  | { readonly ok: false; readonly message: string };

/** The change of a task that waits for a review, or why there is none. */
export type ReviewAnswer =
  | { readonly ok: true; readonly review: TaskReview }
  | { readonly ok: false; readonly message: string };

/** What differs between two moments of a task. */
export type SpanAnswer = SpanResult;

/** Disk use of the state directory, in bytes. */
export type DiskUse = StateUsage;

export type CleanAnswer =
  | {
      readonly ok: true;
      /** Items removed, or to be removed in a dry run: one line each, for users. */
      readonly removed: readonly string[];
      readonly freedBytes: number;
      readonly use: DiskUse;
      readonly message: string;
    }
  | { readonly ok: false; readonly message: string };

/** A lesson with its similarity to the query (0–1); absent without a query. */
export interface ShownLesson {
  readonly lesson: Lesson;
  readonly similarity?: number;
}

export type LessonsAnswer =
  | {
      readonly ok: true;
      readonly lessons: readonly ShownLesson[];
      /** Why the configured model was not used, one sentence; absent if it was. */
      readonly note?: string;
    }
  | { readonly ok: false; readonly message: string };

/** A run report, the paths of its files, and its Markdown with links relative to them. */
export type RunReportAnswer =
  | {
      readonly ok: true;
      readonly report: RunReport;
      readonly files: ReportFiles;
      readonly markdown: string;
    }
  | { readonly ok: false; readonly message: string };

/** Result of an export; `copied`: number of transcripts and diffs that were copied. */
export type ExportAnswer =
  | {
      readonly ok: true;
      readonly message: string;
      readonly files: ReportFiles;
      readonly copied: number;
    }
  /** `taken`: files exist that `force` would replace. */
  | { readonly ok: false; readonly message: string; readonly taken?: true };

/** Tasks that were found, or why none can be. */
export type FoundAnswer =
  | ({ readonly ok: true; readonly message: string } & FoundTasks)
  | { readonly ok: false; readonly message: string };

/** How the pull request of a task can be made; `pullRequest`: the address of the one that was made already. */
export type PlanAnswer =
  | { readonly ok: true; readonly plan: PullRequestPlan; readonly pullRequest?: string }
  | { readonly ok: false; readonly message: string };

/** The address of a pull request. */
export type PullRequestAnswer =
  | { readonly ok: true; readonly message: string; readonly address: string }
  | { readonly ok: false; readonly message: string };

export type { SetUpAgent, SetUpFacts, SpanChange, TaskReview, TrialEnd };
