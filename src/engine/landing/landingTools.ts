import type { LandingMode } from '../../model/landing/landing';
import type { SerialQueue } from '../../model/workspace/serialQueue';
import type { Worktree } from '../../ports/worktrees';
import type { OrchestrationDeps } from '../turn/context/orchestrationDeps';
import type { TurnContext } from '../turn/context/turnFacts';

/** What the work of a turn lands with. */
export interface LandingTools {
  /** Ports of the workspace. */
  readonly home: OrchestrationDeps;
  readonly worktree: Worktree;
  readonly context: TurnContext;
  readonly mode: LandingMode;
  /** As in `LandingQueue`. */
  readonly whileStill: SerialQueue;
}
