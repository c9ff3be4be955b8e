import type { TaskWait } from '../task/taskWait';

/** Exactly these strings are stored in `run_state.status`. */
export const RUN_STATUSES = ['IDLE', 'RUNNING', 'PAUSED'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** What one run ended with; the command line turns it into an exit code. */
export type RunEnd =
  | { readonly kind: 'allDone' }
  | ({ readonly kind: 'needsHuman'; readonly taskIds: readonly string[] } & LeftWaiting)
  | { readonly kind: 'donePartial'; readonly taskIds: readonly string[] }
  | { readonly kind: 'waiting'; readonly taskIds: readonly string[] }
  | ({ readonly kind: 'stopped' | 'cancelled' } & LeftWaiting & {
        /** No turn was running: the run only waited for a clock. */
        readonly whileWaiting?: true;
      });

/** Tasks that the next run goes on with when their time has come; absent for none. */
export interface LeftWaiting {
  readonly waits?: readonly TaskWait[];
}
