import type { LandingCommit } from '../model/landing/landing';
import type { ReviewedChange, ReviewedFile } from '../model/review/taskReview';
import type { Command } from '../model/task/task';
import type { SerialQueue } from '../model/workspace/serialQueue';
import type { Checkpoints, Repository } from './checkpoints';
import type { Workspace } from './workspace';

/** Where programs run, and what they find in their environment there. */
export interface WorkPlace {
  /** Absolute. */
  readonly directory: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** A path that the change of a task adds, changes or deletes, relative to the workspace, escaped as in checkpoints. */
export interface ChangedPath {
  readonly path: string;
  readonly action: 'added' | 'changed' | 'deleted';
}

/** The change of a task, merged with what it lands on. */
export interface MergedChange {
  readonly kind: 'merged';
  /** Commit on which it lands: the workspace as it was, or HEAD. */
  readonly onto: string;
  /** Commit of the merged files. */
  readonly merged: string;
  /** Ids of the trees of the task's files, without and with what is merged. */
  readonly tree: string;
  readonly mergedTree: string;
  /** The commit that is checked out in the workspace; '' if there is none; absent where the change lands on files. */
  readonly head?: string;
  readonly paths: readonly ChangedPath[];
  /** Nothing but the task's change differs from what the task was verified on. */
  readonly isVerified: boolean;
}

/** Result of a merge that changes no file. */
export type MergeResult =
  | MergedChange
  | { readonly kind: 'nothing' }
  /** `paths`: the files in conflict; in `merged` they have marks of the conflict. */
  | {
      readonly kind: 'conflict';
      readonly onto: string;
      readonly merged: string;
      readonly paths: readonly string[];
    }
  /** A clause. */
  | { readonly kind: 'refused'; readonly why: string };

/** On what a change lands: the files of the workspace, or the commit that is checked out there. */
export type LandingTarget = 'files' | 'head';

/** The commit that a landing is to make. */
export interface CommitRequest {
  /** `commit`: on HEAD, whose index follows; `branch`: on the branch of the task. */
  readonly mode: 'commit' | 'branch';
  readonly taskId: string;
  readonly message: string;
  /** Commits of earlier landings of the task: its branch may be replaced where it is at one. */
  readonly own: readonly string[];
}

export type CommitResult =
  | { readonly kind: 'prepared'; readonly git: LandingCommit }
  /** A clause. */
  | { readonly kind: 'refused'; readonly why: string };

/** What the result of a setup depends on. */
export interface SetupInputs {
  readonly command: Command;
  /** Files of the worktree, folders, or patterns, relative to the workspace. */
  readonly files: readonly string[];
  readonly copy: readonly string[];
}

export interface SetupOptions {
  readonly signal: AbortSignal;
  /** Called before it waits for an equal setup in another worktree. */
  readonly onWait: () => void;
}

/** How the setup of a new worktree begins. */
export type BegunSetup =
  /** What an equal setup made in another worktree is there: the command need not run. */
  | { readonly kind: 'reused' }
  /** The command is to run. */
  | {
      readonly kind: 'due';
      /** Why what was kept is not used, a sentence; '' where nothing was. */
      readonly notice: string;
      /**
       * After `finishSetup`: keeps what the setup made for other worktrees. Resolves with why that is impossible, a
       * sentence, '' if it was kept or that was said before. Never rejects. Gives up when `signal` aborts.
       */
      readonly keep: (signal: AbortSignal) => Promise<string>;
      /** The setup failed; does nothing after `keep`. */
      readonly giveUp: () => void;
    }
  /** One of the files, or a pattern, matches nothing. */
  | { readonly kind: 'missing'; readonly name: string }
  | { readonly kind: 'interrupted' };

/** The git worktree in which the tasks that count on one task work; made from the workspace as the user sees it. */
export interface Worktree extends WorkPlace {
  readonly workspace: Workspace;
  readonly checkpoints: Checkpoints;
  readonly repository: Repository;
  /** Whether its setup has not run yet. */
  readonly isNew: boolean;
  /** Brings what an equal setup made in another worktree, if that is kept. Only while it is new. Throws `StateError`. */
  beginSetup(inputs: SetupInputs, options: SetupOptions): Promise<BegunSetup>;
  /** Notes that its setup has run; what that changed is no change of the task. */
  finishSetup(): Promise<void>;
  /**
   * The task's change as it is now, kept as long as the worktree, or until the next one is recorded; undefined if there is
   * none that could land. `artefacts`: as in `merge`. Throws `StateError`.
   */
  recordChange(artefacts: Iterable<string>): Promise<ReviewedChange | undefined>;
  /** Whether its files are those that the task began with. Throws `StateError`. */
  isUnchanged(): Promise<boolean>;
  /**
   * Merges the task's change with what it is to land on. `artefacts`: untracked files that are no change. Throws
   * `StateError`.
   */
  merge(target: LandingTarget, artefacts: Iterable<string>): Promise<MergeResult>;
  /** Makes the commit of a change that is merged with HEAD, in the user's name; moves no reference. Throws `StateError`. */
  commit(merged: MergedChange, request: CommitRequest): Promise<CommitResult>;
  /**
   * Takes a recorded change out of it: brings its files back to those that the task began with. They are kept until
   * `forgetDropped` or `restoreDropped`. Completed after a crash when it is opened next. Throws `StateError`.
   */
  dropChange(change: Pick<ReviewedChange, 'commit'>): Promise<void>;
  /** Keeps what `dropChange` took out no more. Throws `StateError`. */
  forgetDropped(): Promise<void>;
  /** Brings the files back that `dropChange` took out; false, without a change, unless it was this change. Throws `StateError`. */
  restoreDropped(change: Pick<ReviewedChange, 'commit'>): Promise<boolean>;
  /**
   * Brings its files to those of the commit `files`; what differs from the commit `base` is then the change of the task.
   * Completed after a crash when it is opened next. Throws `StateError`.
   */
  bringTo(state: { readonly base: string; readonly files: string }): Promise<void>;
}

export interface OpenOptions {
  /** Ignored files of the workspace, or patterns, that a new worktree gets too. */
  readonly copy: readonly string[];
  /** Runs what reads the workspace as a whole while Devs writes nothing there; absent: it writes nothing. */
  readonly whileStill?: SerialQueue;
}

/** A worktree below the state folder. */
export interface ListedWorktree {
  /** '' if its record is damaged. */
  readonly taskId: string;
  /** Absolute: where its tasks work; absent if it is not whole, or its files are gone. */
  readonly directory?: string;
  /** False: a crash left it half made or half removed. */
  readonly isWhole: boolean;
}

/** The worktrees of a workspace. Only the lease holder makes, changes or removes any. */
export interface Worktrees {
  /**
   * Why tasks cannot work in worktrees here, a sentence with the remedy; undefined if they can. `commits`: their work
   * lands as commits in the user's name.
   */
  findProblem(needs: { readonly commits: boolean }): Promise<string | undefined>;
  /** Those of the files and folders that are to be copied (no patterns) that the workspace does not have. */
  findMissing(copy: readonly string[]): Promise<readonly string[]>;
  /**
   * Makes the worktree of a task, or opens it again. Throws `StateError`; then none is left behind.
   */
  open(taskId: string, options: OpenOptions): Promise<Worktree>;
  /** The worktree of a task to read and rewind, if there is one; completes nothing that a crash cut off. */
  find(taskId: string): Promise<Worktree | undefined>;
  list(): Promise<readonly ListedWorktree[]>;
  /** Where the tasks that count on this one work, as their agents see it; undefined if there is no whole worktree. Changes nothing. */
  place(taskId: string): Promise<WorkPlace | undefined>;
  /** Keeps the recorded change of a task no more. Does nothing if there is none. Throws `StateError`. */
  forgetChange(taskId: string): Promise<void>;
  /** The files of a recorded change, sorted by path. Needs no lease. Throws `StateError` if it is kept no more. */
  listChange(change: Pick<ReviewedChange, 'commit'>): Promise<readonly ReviewedFile[]>;
  /**
   * Content of a file (a link's text) in a commit, or with `^` at its end in the parent of one; undefined if it contains
   * none. Needs no lease. Throws `StateError`.
   */
  content(commit: string, path: string): Promise<Uint8Array | undefined>;
  /** Why what the last setup made is not kept for other worktrees, a sentence; undefined if it is. */
  setupNotice(): Promise<string | undefined>;
  /**
   * Moves the reference of a landing to its commit; does nothing if it has moved. `stages`: it is that of HEAD, and the
   * index follows at the paths of the commit. Resolves with what keeps it from that, a clause; then nothing is changed.
   * Throws `StateError`.
   */
  moveReference(
    git: LandingCommit,
    options: { readonly stages: boolean },
  ): Promise<string | undefined>;
  /** Removes the worktree of a task with all files in it. Does nothing if there is none. Throws `StateError`. */
  remove(taskId: string): Promise<void>;
  /** Removes those that are not whole, and what is kept of changes whose worktree is gone. Throws `StateError`. */
  removeBroken(): Promise<void>;
}
