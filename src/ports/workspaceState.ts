import { describeWorktree, type WorktreeOwner } from '../model/workspace/worktreeOwner';
import type { Answer } from './answer';
import type { Actor, LeaseFacts, LeaseHolder } from '../model/workspace/leaseHolder';
import type { PermissionReply } from '../model/permissions/askedPermission';
import type { QuestionReply, QuestionRequest } from '../model/tools/agentQuestion';
import type { AgentReport } from '../model/tools/agentReport';
import type { CommentChange, SendBack } from '../model/review/reviewComment';
import type { SeenChange } from '../model/review/seenChange';
import type { Amount } from '../model/usage/budget';
import type { Store, StoreReader } from './store';

export interface Disposable {
  dispose(): void;
}

/** The state cannot be opened or written; the message names the problem and the remedy. */
export class StateError extends Error {
  override readonly name = 'StateError';
}

/** The folder is the worktree of a task, and no workspace of its own. */
export class WorktreeError extends StateError {
  constructor(readonly owner: WorktreeOwner) {
    super(describeWorktree(owner));
  }
}

/** An inbox message to the lease holder; JSON. */
export type InboxRequest =
  | { readonly type: 'pause'; readonly now: boolean }
  /** Withdraws a pause after the turn. */
  | { readonly type: 'keepGoing' }
  | { readonly type: 'skip'; readonly taskId: string }
  | {
      readonly type: 'resume';
      readonly taskId: string;
      readonly hint?: string;
      readonly agent?: string;
      /** What it may use from now on, whatever the budgets say; its counters stay. */
      readonly allow?: Amount;
    }
  /** Ends the wait of a task for a time, and of all others for the same limit. */
  | { readonly type: 'stopWaiting'; readonly taskId: string }
  /** `turn` may also be that of a doubtful pass. */
  | ({ readonly type: 'accept'; readonly taskId: string } & SeenChange)
  /** Changes the open comments on a change that waits for a review. */
  | { readonly type: 'comment'; readonly taskId: string; readonly change: CommentChange }
  | ({ readonly type: 'sendBack'; readonly taskId: string } & SendBack)
  | ({ readonly type: 'discard'; readonly taskId: string } & SeenChange)
  /** `finding`: number of the turn that it ended; absent: what stopped the task, or its only finding. */
  | { readonly type: 'notALoop'; readonly taskId: string; readonly finding?: number }
  | { readonly type: 'retry'; readonly taskId: string }
  /** `now`: interrupts a running agent that can be spoken to. */
  | { readonly type: 'hint'; readonly taskId: string; readonly text: string; readonly now: boolean }
  | ({ readonly type: 'permit' } & PermissionReply)
  | ({ readonly type: 'agentReport' } & AgentReport)
  | ({ readonly type: 'ask' } & QuestionRequest)
  | { readonly type: 'withdrawQuestion'; readonly taskId: string; readonly id: string }
  | ({ readonly type: 'answer' } & QuestionReply)
  /** Keeps the address of a pull request with the landing of its task. */
  | { readonly type: 'keepPullRequest'; readonly taskId: string; readonly address: string }
  | { readonly type: 'forgetPermission'; readonly rule: string }
  /** `lessonId`: an id or a unique prefix. */
  | { readonly type: 'editLesson'; readonly lessonId: string; readonly text: string }
  | { readonly type: 'removeLesson'; readonly lessonId: string };

/** The holder's answer to a request. */
export type InboxAnswer = Answer;

/** Whether the process that asked has provably ended. */
export type IsAskerGone = () => Promise<boolean>;

/** Answers inbox messages until `stop`. */
export interface InboxService {
  /** Accepts no more messages; resolves when all accepted ones are answered. Never rejects. */
  stop(): Promise<void>;
}

/** The lease held by this process: the right to write, until `release`. */
export interface HeldLease {
  readonly store: Store;
  /** Repairs and losses when the state was opened, as sentences; usually empty. */
  readonly notices: readonly string[];
  /** Serves the inbox; each message is answered exactly once. */
  serveInbox(
    answer: (request: InboxRequest, from: Actor, isGone: IsAskerGone) => Promise<InboxAnswer>,
  ): InboxService;
  /** Closes the store and releases the lease. Idempotent. */
  release(): void;
}

export type LeaseAttempt =
  | { readonly ok: true; readonly lease: HeldLease }
  | { readonly ok: false; readonly holder: LeaseHolder };

/** What the lease is taken for. */
export interface AcquireOptions {
  /** To free space, also on a full disk. */
  readonly forCleaning?: boolean;
}

/** The state folder of one workspace: one writer holds the lease, all others read and send inbox messages. */
export interface WorkspaceState {
  readonly directory: string;
  /** This process. */
  readonly self: Actor;
  /**
   * Takes the lease if it is free or its holder is dead. `ok: false` only if a live process holds it. A damaged state
   * is set aside and replaced by the last good one. Throws `StateError` if the state cannot be opened, has a newer
   * version or belongs to another user. `forCleaning`: gives up the space that is kept in reserve, until the release.
   */
  acquire(how?: AcquireOptions): Promise<LeaseAttempt>;
  /** The living holder, this process included. */
  holder(): Promise<LeaseHolder | undefined>;
  /** What is known about the holder; undefined if the lease is free. */
  lease(): Promise<LeaseFacts | undefined>;
  /**
   * Takes the lease away from the holder with this epoch, which then can write no more, and leaves it
   * free. False if it holds no more, or its process is visible from here. Throws `StateError`.
   */
  unlock(epoch: number): Promise<boolean>;
  /**
   * Reads the newest complete database file, or the last good one if that is damaged; returns an empty reader if there
   * is none. While this process holds the lease, returns a live reader of the state in memory instead, valid until the
   * release. Throws `StateError`.
   */
  read(): Promise<StoreReader>;
  /** Sends a request to the holder's inbox and waits for the answer, at most 10 s. */
  ask(request: InboxRequest): Promise<InboxAnswer>;
  /**
   * Calls `listener` when any process changed the database or the lease: directly after a change by this process,
   * otherwise debounced.
   */
  onDidChange(listener: () => void): Disposable;
}
