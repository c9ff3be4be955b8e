import type { ReviewedChange } from '../../model/review/taskReview';
import type { TurnExit } from '../../model/turn/turn';
import type { Worktree } from '../../ports/worktrees';
import { describeWait } from '../../reports/review/describeReview';
import type { TurnRun } from '../turn/calls/turnRun';
import type { TurnContext } from '../turn/context/turnFacts';
import { quoteTestsReason } from '../verification/askWhetherDone';

type Counted = Extract<TurnRun, { readonly kind: 'counted' }>;

/** A turn in a worktree that succeeded, or whose doubtful pass is to be asked about. */
export interface ReviewTools {
  readonly worktree: Pick<Worktree, 'recordChange'>;
  readonly context: TurnContext;
}

/**
 * The turn as one whose change waits for a human's review; undefined if it may land: the task needs none, there is nothing
 * to see, or a human has accepted exactly these files. A doubtful pass is asked about with the review. Throws `StateError`.
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
  const { exit: asked } = facts.inside;
  const doubt =
    asked?.by === 'doubt' ? `; ${asked.stopReason}.${quoteTestsReason(facts.agent.reply)}` : '';
  const exit = reviewExit(change, doubt.replace(/\.$/, ''));
  return { ...run, facts: { ...facts, inside: { ...facts.inside, exit } } };
}

function reviewExit(change: ReviewedChange, doubt: string): TurnExit {
  const stopReason = `${describeWait(change)}${doubt}`;
  return { kind: 'ask_human', by: 'review', stopReason, change };
}
