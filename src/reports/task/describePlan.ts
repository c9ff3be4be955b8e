import type { PlanEntry } from '../../model/steps/plan';

/**
 * Describes where an agent is in its plan: "plan 2/5: write a failing test", by the entry it works on, else the first that
 * is left; "plan 5/5 completed" at the end. The texts are the agent's.
 */
export function describePlan(plan: readonly PlanEntry[]): string {
  const working = plan.findIndex(({ status }) => status === 'in_progress');
  const at = working === -1 ? plan.findIndex(({ status }) => status !== 'completed') : working;
  const entry = plan[at];
  return entry === undefined
    ? `plan ${plan.length}/${plan.length} completed`
    : `plan ${at + 1}/${plan.length}: ${entry.text}`;
}
