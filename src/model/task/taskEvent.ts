import type { Amount } from '../usage/budget';

/** Interventions on a task (docs/error-handling.md, "What applies when"). */
export const INTERVENTIONS = [
  'skip',
  'resume',
  'stopWaiting',
  'accept',
  'sendBack',
  'discard',
  'notALoop',
  'retry',
  'rewind',
  'redo',
] as const;
export type Intervention = (typeof INTERVENTIONS)[number];

/** Events of the engine about a task. */
export const ENGINE_EVENTS = [
  'started',
  'succeeded',
  'accepted',
  'partlyDone',
  'blocked',
  'suspended',
  'delayed',
  'yielded',
  'interrupted',
  'loopEnded',
  'loopEscalated',
] as const;
export type EngineEventType = (typeof ENGINE_EVENTS)[number];

export type TaskEventType = EngineEventType | Intervention;

/** `reason`: why the task has its new status, one line for humans. */
export type EngineEvent =
  | { readonly type: 'started' }
  | {
      readonly type: 'succeeded';
      readonly reason: string;
      /** Only the agent's statement proves it. */
      readonly unverified: boolean;
      /** The task counts on itself: it is not a subtask. */
      readonly countsOnItself: boolean;
    }
  | {
      /** `accepted`: with the pause of the task that it is a subtask of. */
      readonly type: 'accepted' | 'partlyDone' | 'yielded';
      readonly reason: string;
    }
  | { readonly type: 'blocked' | 'loopEscalated'; readonly reason: string }
  | {
      readonly type: 'suspended';
      readonly reason: string;
      readonly status: 'PAUSED_FOR_INTERVENTION' | 'aborted_stuck';
    }
  | {
      readonly type: 'delayed';
      readonly reason: string;
      /** ISO 8601, UTC: when the task is retried. */
      readonly until: string;
    }
  | { readonly type: 'interrupted' }
  | {
      readonly type: 'loopEnded';
      readonly reason: string;
      readonly status: 'done' | 'done_partial';
    };

/** A decision of a human that changes a task's status. */
export type HumanEvent =
  | {
      readonly type: 'skip';
      /** The skipped parent task; absent if the human named this task. */
      readonly with?: string;
      /** The reason of its status; absent: that of a skip. */
      readonly because?: string;
    }
  | {
      readonly type: 'resume';
      /** The task waits for a time: of its own retry, or of its agent's limit. */
      readonly waits: boolean;
      /** Trimmed; absent for none. */
      readonly hint?: string;
      /** Another agent for the task from now on. */
      readonly agent?: string;
      /** What it may use more: its budget paused it and nothing failed, so its counters stay. */
      readonly allowed?: Amount;
    }
  | {
      readonly type: 'accept';
      /** What made the pass doubtful, or what was reviewed, a clause. */
      readonly doubt: string;
      /** The subtask whose pass it was; absent: its own. */
      readonly subtask?: string;
      /** Its work is in a worktree: the next turn lands it. */
      readonly lands?: true;
      /** A run goes on, which lands it. */
      readonly running?: true;
    }
  | {
      readonly type: 'sendBack';
      /** What the agent is told, one line for the history. */
      readonly said: string;
    }
  | {
      readonly type: 'discard';
      /** The subtask whose change it was; absent: its own. */
      readonly subtask?: string;
    }
  | {
      readonly type: 'stopWaiting';
      /** As of `resume`; also while another agent stands in for its own. */
      readonly waits: boolean;
      /** Its own agent, if another one stands in for it. */
      readonly agent?: string;
    }
  | { readonly type: 'notALoop' | 'retry' };

export type TaskEvent = EngineEvent | HumanEvent;
