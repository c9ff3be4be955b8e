/** How an agent gets out of a loop: the end of the pivot directive. */
export const PIVOT_ADVICE = `Reason from first principles: re-read the task requirements, identify the core constraint, and derive a completely new approach without reference to what you have tried before.
Your new plan must differ structurally from all prior attempts.`;

/** The pivot directive (docs/decisions/loop-detection-and-pivot.md). Its only variable is the count. */
export const PIVOT_DIRECTIVE_TEMPLATE = `SYSTEM OVERRIDE — STRATEGY PIVOT REQUIRED:
You have failed to complete this task {{pivotCount}} time(s).
Ignore all previous implementation attempts.
${PIVOT_ADVICE}`;

/** The directive for the `pivotCount`-th pivot (>= 1); contains no text of agents or tools. */
export function pivotDirective(pivotCount: number): string {
  return PIVOT_DIRECTIVE_TEMPLATE.replace('{{pivotCount}}', String(pivotCount));
}
