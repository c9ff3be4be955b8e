import type { SessionRewind } from './sessionRewind';

/** What an agent reports of its session by one hook. All texts come from agents and tools, with any content. */
export type SessionEvent =
  | {
      readonly kind: 'started';
      /** The agent goes on with a summary of what it knew; absent if not. */
      readonly compacted?: true;
    }
  | {
      /** The user, or a program that speaks for them, asks for something. */
      readonly kind: 'prompt';
      readonly text: string;
      /** The agent reports the end of its own background work; no user asked. Absent if not. */
      readonly notice?: true;
      /** Absolute path of the agent's own recording of the session; absent if unknown. */
      readonly recording?: string;
    }
  | ({ readonly kind: 'call' } & SessionCall)
  | {
      /** The agent asks whether the call that it began may be made. */
      readonly kind: 'permission';
    }
  | ({ readonly kind: 'result' } & CallResult)
  | {
      /** The calls of a message ended, and the model is asked again. */
      readonly kind: 'request';
    }
  | {
      /** The agent ends its turn. */
      readonly kind: 'stop';
      /** Its last message; '' if unknown. */
      readonly text: string;
      /** Whether a hook had it go on after an earlier stop, instead of a prompt; absent if not. */
      readonly again?: true;
    }
  | { readonly kind: 'ended' };

/** A call of a tool. */
export interface SessionCall {
  readonly tool: string;
  /** As in `Step`. */
  readonly args: string;
  /** Id of the call; absent where the agent states none. */
  readonly call?: string;
  /** Id of a sub-agent; absent for the main one. */
  readonly thread?: string;
}

/** A call of a tool that ended. */
export interface CallResult extends SessionCall {
  readonly result: string;
  /** Whether the tool failed; absent if unknown. */
  readonly error?: boolean;
}

/** What Devs notes about the files of a session. */
export type SessionNote =
  | {
      readonly kind: 'checkpoint';
      /** Id of the record at which it was made: a prompt, a stop, or the step at which Devs ended the turn. */
      readonly of: string;
      /** When the turn ended of which the agent tells no stop, ISO 8601, UTC; absent at a prompt or stop. */
      readonly endedAt?: string;
      /** Paths that were changed between that end and this checkpoint; absent for none. */
      readonly late?: readonly string[];
      readonly checkpoint: string;
      /** Real path of the folder that it records. */
      readonly root: string;
    }
  /** The user interrupted the agent, at the time of this record, in the turn of the prompt with the id `of`. */
  | { readonly kind: 'interrupted'; readonly of: string }
  | ({ readonly kind: 'rewinding' } & SessionRewind)
  /** A rewind or redo is done, or was undone because it could not be completed (`isUndone`). */
  | { readonly kind: 'rewound'; readonly rewind: string; readonly isUndone?: true };

/** What a human or Devs writes into a session's file; the agent reports all else. */
const NOTES: ReadonlySet<SessionRecord['kind']> = new Set([
  ...(['seen', 'not a loop', 'snoozed'] satisfies SessionDecision['kind'][]),
  ...(['checkpoint', 'rewinding', 'rewound'] satisfies SessionNote['kind'][]),
]);

/** Whether a human or Devs wrote a record, not the agent. */
export function isNote({ kind }: Pick<SessionRecord, 'kind'>): boolean {
  return NOTES.has(kind);
}

/** What a human says about a session. */
export type SessionDecision =
  | {
      /** They know that Devs stopped it. */
      readonly kind: 'seen';
    }
  | {
      /** The newest loop, or the suspicion, was none. */
      readonly kind: 'not a loop';
    }
  | {
      readonly kind: 'snoozed';
      /** Nothing is answered before it; ISO 8601, UTC. In the past: the snooze is over. */
      readonly until: string;
    };

/** One line of a session's file. */
export type SessionRecord = {
  /** Unique in its file. */
  readonly id: string;
  /** When it was written; ISO 8601, UTC. The clock may jump. */
  readonly at: string;
  /** The folder in which the agent works; absent if unknown. */
  readonly folder?: string;
  /** The hook reported more than this: it is answered at a later record; absent at the last one. */
  readonly more?: true;
} & (SessionEvent | SessionDecision | SessionNote);
