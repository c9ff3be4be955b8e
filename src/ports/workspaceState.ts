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

/** What others may ask of the holder of the lease, as JSON. */
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

/** Requests are being answered, until `stop`. */
export interface InboxService {
  /** Takes no more requests; resolves when each one that was taken has its answer. Never rejects. */
  stop(): Promise<void>;
}

/** The lease in our hands: the right to write, until `release`. */
export interface HeldLease {
  readonly store: Store;
  /** What was put right when the state was opened and what that cost, as sentences; mostly none. */
  readonly notices: readonly string[];
  /** Serves requests that others drop into the inbox; each is answered exactly once. */
  serveInbox(answer: (request: InboxRequest, from: Actor) => Promise<InboxAnswer>): InboxService;
  /** Closes the store and gives the workspace free. Idempotent. */
  release(): void;
}

export type LeaseAttempt =
  | { readonly ok: true; readonly lease: HeldLease }
  | { readonly ok: false; readonly holder: LeaseHolder };

/** The state directory of one workspace: one writer with a lease, everybody else reads and asks. */
export interface WorkspaceState {
  readonly directory: string;
  /** This process. */
  readonly self: Actor;
  /**
   * Takes the lease when it is free or its holder is dead. Only `ok: false` when somebody alive
   * has it. A damaged state is set aside for the last good one. Throws `StateError` when the state
   * cannot be opened, or is of a newer version or somebody else's.
   */
  acquire(): Promise<LeaseAttempt>;
  /** The living holder, this process included. */
  holder(): Promise<LeaseHolder | undefined>;
  /**
   * Reads the newest whole database file, the last good one where that is damaged; an empty reader
   * when there is none yet. Throws `StateError`.
   */
  read(): Promise<StoreReader>;
  /** Drops a request into the holder's inbox and waits for its answer, 10 s at most. */
  ask(request: InboxRequest): Promise<InboxAnswer>;
  /** Called (debounced) when the database or the lease changed, by whomever. */
  onDidChange(listener: () => void): Disposable;
}
