import type { TaskRoles } from '../../model/hops/roles';
import type { AgentWork } from '../turn/context/agentWork';
import type { TurnContext } from '../turn/context/turnFacts';
import { askPlanner } from './askPlanner';
import { CUT_OFF, type RoleEnd } from './roleEnd';
import { toPlannerExit } from './toPlannerExit';
import { RoleTurn } from './roleTurn';
import { dispatchHop } from './dispatchHop';
import { updateEdgeProgress } from './updateEdgeProgress';
import { toAgentWork } from './toAgentWork';
import { inOneLine, planOf } from './inOneLine';

/**
 * Runs the roles of a task: the planner decides on each hop and sees its result, until it is done or gives up, a
 * breaker stops it, or a limit is reached (docs/decisions/planner-loops.md).
 */
export async function workInRoles(context: TurnContext, roles: TaskRoles): Promise<AgentWork> {
  const turn = new RoleTurn(context, roles);
  const end = await goRound(turn);
  return toAgentWork(turn, end);
}

async function goRound(turn: RoleTurn): Promise<RoleEnd> {
  const { signal, msLeft } = turn.context;
  for (;;) {
    // If the run's minutes are used up, the limit pauses the task after this turn.
    if (signal.aborted || msLeft() <= 0) return CUT_OFF;
    await updateEdgeProgress(turn);
    const end = await oneStep(turn);
    if (end !== undefined) return end;
  }
}

const MAX_REASON = 200;

async function oneStep(turn: RoleTurn): Promise<RoleEnd | undefined> {
  const answer = await askPlanner(turn);
  if (!answer.ok) return answer.end;
  const { decision } = answer;
  const plan = planOf(decision);
  // The last decision often has no plan.
  if (plan !== '' || turn.strategy === '')
    turn.strategy = plan === '' ? inOneLine(decision.reason, MAX_REASON) : plan;
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
