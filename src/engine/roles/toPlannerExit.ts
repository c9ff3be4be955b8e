import type { Exit, PlannerDecision } from '../../model/hops/roles';
import type { TurnExit } from '../../model/turn/turn';
import { inLines, inOneLine } from './inOneLine';

const MAX_REASON = 500;
/** Maximum length of a planner's question; a human must be able to read all of it. */
const MAX_QUESTION = 10_000;

/** Converts the planner's decision to an exit of the task. */
export function toPlannerExit(kind: Exit, { reason, question }: PlannerDecision): TurnExit {
  const why = inOneLine(reason, MAX_REASON);
  const asked = inLines(question ?? reason, MAX_QUESTION) || why;
  switch (kind) {
    case 'snitch':
      return { kind, by: 'planner', stopReason: `the planner gave up: ${why}` };
    case 'ask_human':
      return {
        kind,
        by: 'planner',
        stopReason: `the planner asks: ${inOneLine(asked, MAX_REASON)}`,
        question: asked,
      };
    case 'done_partial':
      return { kind, by: 'planner', stopReason: `done in part, according to the planner: ${why}` };
    default:
      return kind satisfies never;
  }
}
