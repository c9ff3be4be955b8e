import type { Agent } from '../../../ports/agent';
import type { Checkpoints, Repository } from '../../../ports/checkpoints';
import type { Clock } from '../../../ports/clock';
import type { ConfigSource } from '../../../ports/configSource';
import type { Embedder } from '../../../ports/embedder';
import type { Models } from '../../../ports/models';
import type { EventHook } from '../../../ports/eventHook';
import type { Notifier } from '../../../ports/notifier';
import type { Programs } from '../../../ports/programs';
import type { RunObserver } from '../../../ports/runObserver';
import type { RunReports } from '../../../ports/runReports';
import type { Store } from '../../../ports/store';
import type { Verifier } from '../../../ports/verifier';
import type { Workspace } from '../../../ports/workspace';
import type { Worktrees } from '../../../ports/worktrees';

/** All ports that a run uses. */
export interface OrchestrationDeps {
  readonly store: Store;
  readonly agent: Agent;
  readonly verifier: Verifier;
  readonly workspace: Workspace;
  readonly checkpoints: Checkpoints;
  readonly repository: Repository;
  readonly clock: Clock;
  readonly configSource: ConfigSource;
  readonly hook: EventHook;
  readonly notifier: Notifier;
  /** Measures the similarity of requests if no model is configured. */
  readonly embedder: Embedder;
  /** The configured judge and embedder. */
  readonly models: Models;
  /** Stores issues about tasks that were given up. */
  readonly issues: Pick<RunReports, 'writeIssue'>;
  readonly programs: Programs;
  readonly worktrees: Worktrees;
  readonly observer: RunObserver;
}
