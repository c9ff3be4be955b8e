import { parseStatements } from '../../rules/attempts/parseStatements';
import type { Role } from '../../model/hops/roles';
import { exitedCleanly } from '../../model/turn/turn';
import type { AgentResult } from '../../ports/agent';
import { roleSystemPrompt } from '../../rules/roles/workerPrompt';
import { withAskFormat } from '../../rules/prompts/askFormat';
import { isOnlyAnError } from '../requests/isOnlyAnError';
import { runWithAgentRequests } from '../requests/runWithAgentRequests';
import { mayAsk } from '../turn/context/mayAsk';
import { CUT_OFF, type RoleEnd } from './roleEnd';
import type { RoleTurn } from './roleTurn';

/** Reply of a role's agent, or the end of the turn that its call caused. */
export type RoleCall =
  | { readonly ok: true; readonly result: AgentResult }
  | { readonly ok: false; readonly result: AgentResult; readonly end: RoleEnd };

/** Runs the agent of a role with its requests to other agents. */
export async function callRole(turn: RoleTurn, role: Role, prompt: string): Promise<RoleCall> {
  const { context, roles, tools } = turn;
  const { plan, signal } = context;
  const definition = plan.roleAgents[role];
  const { result, loop } = await runWithAgentRequests(tools, {
    definition,
    systemPrompt: roleSystemPrompt(plan.systemPrompt, roles[role]?.instructions ?? ''),
    prompt: withAskFormat(prompt, mayAsk(context.config, definition)),
    call: tools.nextCall(role),
    role,
  });
  if (result.transcript !== '') turn.transcript = result.transcript;
  if (signal.aborted) return { ok: false, result, end: CUT_OFF };
  if (loop?.steps !== undefined) return { ok: false, result, end: { kind: 'loop', loop } };
  // A planner with only an error is asked once more first.
  const isNoAnswer = role !== 'planner' && isOnlyAnError(result, context.deps.clock.now());
  if (!exitedCleanly(result.end) || isNoAnswer) {
    return { ok: false, result, end: { kind: 'agent', result } };
  }
  // Keeps the statements in order of the last reply.
  turn.statements.delete(role);
  turn.statements.set(role, parseStatements(result.reply));
  if (loop !== undefined) return { ok: false, result, end: { kind: 'loop', loop } };
  return { ok: true, result };
}
