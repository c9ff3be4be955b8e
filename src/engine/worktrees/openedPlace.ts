import type { DevsConfig } from '../../model/config/config';
import type { Store } from '../../ports/store';
import type { Worktree } from '../../ports/worktrees';
import type { LastVerification } from '../turn/context/lastVerification';
import type { OrchestrationDeps } from '../turn/context/orchestrationDeps';
import type { TurnPlan } from '../turn/context/turnPlan';

/** Where a task works. */
export interface TaskPlace {
  /** All ports of the run, those of files and programs bound to this place. */
  readonly deps: OrchestrationDeps;
  /** Absent: the workspace. */
  readonly worktree?: Worktree;
  /** The state with the history of this place alone, for rewinds. */
  readonly history: Store;
  readonly lastVerification: LastVerification;
}

export type OpenedPlace =
  | { readonly kind: 'open'; readonly place: TaskPlace }
  | { readonly kind: 'interrupted' }
  /** `remedy`: what the human can do, one sentence. */
  | { readonly kind: 'blocked'; readonly reason: string; readonly remedy: string };

/** A task that is about to work. */
export interface PlaceRequest {
  readonly config: DevsConfig;
  readonly plan: Pick<TurnPlan, 'task' | 'countsOn' | 'number'>;
  readonly signal: AbortSignal;
}
