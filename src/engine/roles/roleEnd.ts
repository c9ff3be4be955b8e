import type { InTurnLoop } from '../../model/hops/hop';
import type { PlannerDecision } from '../../model/hops/roles';
import type { TurnExit } from '../../model/turn/turn';
import type { AgentResult } from '../../ports/agent';

/** Why the roles of a turn ended. */
export type RoleEnd =
  /** The planner states that the work is finished. */
  | { readonly kind: 'done'; readonly decision: PlannerDecision }
  /** The task ends: by the planner's decision, or because an edge reached its limit. */
  | { readonly kind: 'exit'; readonly exit: TurnExit; readonly loop?: InTurnLoop }
  /** A loop; the strategy's counters decide the consequence. */
  | { readonly kind: 'loop'; readonly loop: InTurnLoop }
  /** An agent failed or was cancelled: its result is that of the turn. */
  | { readonly kind: 'agent'; readonly result: AgentResult }
  /** A limit was reached, or the verification cannot run: the turn ends and is evaluated as usual. */
  | { readonly kind: 'stopped'; readonly note?: string; readonly result?: AgentResult };

/** End of a turn that is recorded as interrupted. */
export const CUT_OFF: RoleEnd = {
  kind: 'agent',
  result: { end: { kind: 'cancelled' }, reply: '', errorTail: '', transcript: '' },
};
