import type { TaskRoles, Exit, PlannerDecision } from '../../model/hops/roles';
import type { AgentWork } from '../turn/context/agentWork';
import type { TurnContext } from '../turn/context/turnFacts';
import { askPlanner } from './askPlanner';
import { CUT_OFF, type RoleEnd } from './roleEnd';
import { RoleTurn } from './roleTurn';
import { dispatchHop } from './dispatchHop';
import { updateEdgeProgress } from './updateEdgeProgress';
import { toAgentWork } from './toAgentWork';
import { inOneLine, planOf, inLines } from './inOneLine';
import type { TurnExit } from '../../model/turn/turn';

/**
 * Runs the roles of a task: the planner decides on each hop and sees its result, until it is done or gives up, a
 * breaker stops it, or a limit is reached (docs/decisions/planner-loops.md).
 */
export async function workInRoles(context: TurnContext, roles: TaskRoles): Promise<AgentWork> {
  const turn = new RoleTurn(context, roles);
  const end = await runHops(turn);
  return toAgentWork(turn, end);
}

async function runHops(turn: RoleTurn): Promise<RoleEnd> {
  const { signal, msLeft } = turn.context;
  for (;;) {
    // If the run's minutes are used up, the limit pauses the task after this turn.
    if (signal.aborted || msLeft() <= 0) return CUT_OFF;
    await updateEdgeProgress(turn);
    const end = await runNextHop(turn);
    if (end !== undefined) return end;
  }
}

const MAX_STRATEGY = 200;

async function runNextHop(turn: RoleTurn): Promise<RoleEnd | undefined> {
  const answer = await askPlanner(turn);
  if (!answer.ok) return answer.end;
  const { decision } = answer;
  const plan = planOf(decision);
  // The last decision often has no plan.
  if (plan !== '' || turn.strategy === '')
    turn.strategy = plan === '' ? inOneLine(decision.reason, MAX_STRATEGY) : plan;
  switch (decision.next) {
    case 'done':
      return { kind: 'done', decision };
    case 'snitch':
    case 'ask_human':
    case 'done_partial':
      return { kind: 'exit', exit: toPlannerExit(decision.next, decision) };
    case 'researcher':
    case 'coder':
    case 'verifier':
      return await dispatchHop(turn, decision.next, decision);
    default:
      return decision.next satisfies never;
  }
}

const MAX_EXIT_REASON = 500;
/** Maximum length of a planner's question; a human must be able to read all of it. */
const MAX_QUESTION = 10_000;

/** Converts the planner's decision to an exit of the task. */
function toPlannerExit(kind: Exit, { reason, question }: PlannerDecision): TurnExit {
  const why = inOneLine(reason, MAX_EXIT_REASON);
  const asksFor = inLines(question ?? reason, MAX_QUESTION) || why;
  switch (kind) {
    case 'snitch':
      return { kind, by: 'planner', stopReason: `the planner gave up: ${why}` };
    case 'ask_human':
      return {
        kind,
        by: 'planner',
        stopReason: `the planner asks: ${inOneLine(asksFor, MAX_EXIT_REASON)}`,
        question: asksFor,
      };
    case 'done_partial':
      return { kind, by: 'planner', stopReason: `done in part, according to the planner: ${why}` };
    default:
      return kind satisfies never;
  }
}
