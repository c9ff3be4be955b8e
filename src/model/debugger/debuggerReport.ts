import type { DebuggerChanges } from './debuggerCall';

/** The call of the debugger before a pause, in the pause report. */
export interface DebuggerReport {
  /** The agent; '' if none could be called. */
  readonly agent: string;
  /** Number of the turn after which it was called. */
  readonly turn: number;
  readonly durationMs: number;
  readonly result:
    | { readonly kind: 'failed'; readonly reason: string }
    | {
        readonly kind: 'diagnosed';
        readonly diagnosis: string;
        /** Numbers of the counted turns that tried it, oldest first. */
        readonly turns: readonly number[];
        /** Those of them that made progress. */
        readonly progress: readonly number[];
      };
  /** Absent if it changed no file. */
  readonly changes?: DebuggerChanges;
}
