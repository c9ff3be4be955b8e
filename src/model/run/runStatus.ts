import type { TaskWait } from '../task/taskWait';

/** Exactly these strings are stored in `run_state.status`. */
export const RUN_STATUSES = ['IDLE', 'RUNNING', 'PAUSED'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** How a run ended; the command line maps it to an exit code. */
export type RunEnd =
  | { readonly kind: 'allDone' }
  | ({ readonly kind: 'needsHuman'; readonly taskIds: readonly string[] } & LeftWaiting)
  | { readonly kind: 'donePartial'; readonly taskIds: readonly string[] }
  | { readonly kind: 'waiting'; readonly taskIds: readonly string[] }
  | ({ readonly kind: 'stopped' | 'cancelled' } & LeftWaiting & {
        /** No turn was running: the run only waited for a time. */
        readonly whileWaiting?: true;
      });

/** Waiting tasks that the next run continues when their time has come; absent for none. */
export interface LeftWaiting {
  readonly waits?: readonly TaskWait[];
}
