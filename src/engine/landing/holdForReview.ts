import type { ReviewedChange } from '../../model/review/taskReview';
import type { TurnExit } from '../../model/turn/turn';
import type { Worktree } from '../../ports/worktrees';
import { describeWait } from '../../reports/review/describeReview';
import type { TurnRun } from '../turn/calls/turnRun';
import type { TurnContext } from '../turn/context/turnFacts';

type Counted = Extract<TurnRun, { readonly kind: 'counted' }>;

/** A turn that succeeded in a worktree. */
export interface ReviewTools {
  readonly worktree: Pick<Worktree, 'recordChange'>;
  readonly context: TurnContext;
}

/**
 * The turn as one whose change waits for a human's review; undefined if it may land: the task needs none, there is nothing
 * to see, or a human has accepted exactly these files. Throws `StateError`.
 */
export async function holdForReview(
  { worktree, context }: ReviewTools,
  run: Counted,
  artefacts: readonly string[],
): Promise<Counted | undefined> {
  const { plan, deps } = context;
  const { task } = plan;
  if (task.review !== true) return undefined;
  const change = await worktree.recordChange(artefacts);
  if (change === undefined || deps.store.isAcceptedChange(task.id, change.tree)) return undefined;
  const { facts } = run;
  return { ...run, facts: { ...facts, inside: { ...facts.inside, exit: reviewExit(change) } } };
}

function reviewExit(change: ReviewedChange): TurnExit {
  return { kind: 'ask_human', by: 'review', stopReason: describeWait(change), change };
}
