import type { Command } from '../task/task';

/** How verified work of a task in a worktree reaches the user. */
export const LANDINGS = ['files', 'commit', 'branch'] as const;
export type LandingMode = (typeof LANDINGS)[number];

/** Settings of tasks that work in a worktree of their own. */
export interface Isolation {
  readonly land: LandingMode;
  /** Runs once in each new worktree; absent: nothing does. */
  readonly setup?: Command | undefined;
  /**
   * Files, folders or patterns on whose content the result of `setup` depends: while it stays, a new worktree gets what
   * `setup` made in another one. Absent: `setup` always runs.
   */
  readonly setupCache?: readonly string[] | undefined;
  /** Ignored files of the workspace, or patterns, that each new worktree gets too. */
  readonly copy: readonly string[];
}

/** How the setup of a worktree goes: its command runs, another worktree's runs first, or what that made is brought. */
export type SetupState = 'runs' | 'waits' | 'reused';

/** A commit that a landing makes, and the reference that it moves. */
export interface LandingCommit {
  readonly commit: string;
  /** Full name; `HEAD` where no branch is checked out. */
  readonly ref: string;
  /** Commit to which the reference pointed; '' if there was none. */
  readonly before: string;
  /** Address of the pull request that was made of it later; absent for none. */
  readonly pullRequest?: string;
}

/** Name of the branch that a landing moves, without `refs/heads/`. */
export function branchOf({ ref }: Pick<LandingCommit, 'ref'>): string {
  return ref.replace(/^refs\/heads\//, '');
}

/** The branch on which work of a task landed. */
export interface LandedBranch {
  /** Without `refs/heads/`. */
  readonly name: string;
  /** Address of the pull request that was made of it; absent if Devs knows of none. */
  readonly pullRequest?: string;
}

/** What the turn is recorded with when its landing is complete. */
export interface LandedSuccess {
  readonly reason: string;
  readonly unverified: boolean;
}

/** A landing, recorded before it changes the first file or reference. */
export interface LandingRecord {
  readonly turnId: string;
  readonly taskId: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly mode: LandingMode;
  /** Files of the workspace that change; absent for a branch. */
  readonly files?: {
    /** Checkpoint of the workspace just before. */
    readonly from: string;
    /** Checkpoint with the new content. */
    readonly to: string;
    /** Checkpoint of the workspace just after; absent until it is done, and if it could not be recorded. */
    readonly after?: string;
  };
  /** Paths that the landing changes, relative to the workspace. */
  readonly paths: readonly string[];
  /** Absent for `files`. */
  readonly git?: LandingCommit;
  readonly success: LandedSuccess;
  /** `applying` until everything is changed; after a crash, the next holder completes it. */
  readonly status: 'applying' | 'done';
}
