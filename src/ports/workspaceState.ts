import type { Answer } from './answer';
import type { Actor, LeaseHolder } from '../model/workspace/leaseHolder';
import type { Store, StoreReader } from './store';

export interface Disposable {
  dispose(): void;
}

/** Why the state cannot be opened or written; the message says what happened and what to do. */
export class StateError extends Error {
  override readonly name = 'StateError';
}

/** An inbox message to the lease holder; JSON. */
export type InboxRequest =
  | { readonly type: 'pause'; readonly now: boolean }
  | { readonly type: 'skip'; readonly taskId: string }
  | {
      readonly type: 'resume';
      readonly taskId: string;
      readonly hint?: string;
      readonly agent?: string;
    }
  | { readonly type: 'notALoop'; readonly taskId: string }
  | { readonly type: 'retry'; readonly taskId: string }
  /** `lessonId`: the beginning of an id will do. */
  | { readonly type: 'editLesson'; readonly lessonId: string; readonly text: string }
  | { readonly type: 'removeLesson'; readonly lessonId: string };

/** The holder's answer to a request. */
export type InboxAnswer = Answer;

/** Answers inbox messages until `stop`. */
export interface InboxService {
  /** Accepts no more messages; resolves when all accepted ones are answered. Never rejects. */
  stop(): Promise<void>;
}

/** The lease held by this process: the right to write, until `release`. */
export interface HeldLease {
  readonly store: Store;
  /** What was repaired when the state was opened and what was lost, as sentences; usually none. */
  readonly notices: readonly string[];
  /** Serves the inbox; each message is answered exactly once. */
  serveInbox(answer: (request: InboxRequest, from: Actor) => Promise<InboxAnswer>): InboxService;
  /** Closes the store and releases the lease. Idempotent. */
  release(): void;
}

export type LeaseAttempt =
  | { readonly ok: true; readonly lease: HeldLease }
  | { readonly ok: false; readonly holder: LeaseHolder };

/** The state folder of one workspace: one writer holds the lease, all others read and send inbox messages. */
export interface WorkspaceState {
  readonly directory: string;
  /** This process. */
  readonly self: Actor;
  /**
   * Takes the lease when it is free or its holder is dead. `ok: false` only when a live process
   * has it. A damaged state is set aside for the last good one. Throws `StateError` when the state
   * cannot be opened, or is of a newer version or somebody else's.
   */
  acquire(): Promise<LeaseAttempt>;
  /** The living holder, this process included. */
  holder(): Promise<LeaseHolder | undefined>;
  /**
   * Reads the newest whole database file, the last good one where that is damaged; an empty reader
   * when there is none yet. While this process holds the lease, a reader of the state in memory
   * instead, which follows its changes until the release. Throws `StateError`.
   */
  read(): Promise<StoreReader>;
  /** Drops a request into the holder's inbox and waits for its answer, 10 s at most. */
  ask(request: InboxRequest): Promise<InboxAnswer>;
  /**
   * Called when any process changed the database or the lease: right after a change of the database
   * by this process, debounced otherwise.
   */
  onDidChange(listener: () => void): Disposable;
}
