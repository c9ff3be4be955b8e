import type { DevsConfig } from '../../src/model/config/config';
import type { Hop } from '../../src/model/hops/hop';
import type { Limits } from '../../src/model/config/limits';
import type { PlannerDecision, Role, TaskRoles } from '../../src/model/hops/roles';
import type { TaskDefinition } from '../../src/model/task/task';
import { hasEnded } from '../../src/model/turn/turn';
import type { AgentRequest } from '../../src/ports/agent';
import {
  configOf,
  limitsOf,
  taskOf,
  type Script,
  type ScriptedRun,
  type ScriptedTurn,
} from './scriptedRun';

/** A task whose planner, researcher and coder are one agent each call; its verifier is the verify command. */
export const ROLES: TaskRoles = {
  planner: { instructions: '' },
  researcher: { instructions: 'Read the code.' },
  coder: { instructions: '' },
  onStuck: 'snitch',
};

export interface RoleConfig {
  readonly roles?: Partial<TaskRoles>;
  readonly task?: Partial<TaskDefinition>;
  /** The task has no verify command. */
  readonly unverified?: true;
  readonly limits?: Partial<Limits>;
  readonly config?: Partial<DevsConfig>;
}

/** A configuration with one task that roles work on. */
export function roleConfig(change: RoleConfig = {}): DevsConfig {
  const roles = { ...ROLES, ...change.roles };
  const { verify, ...task } = taskOf({ roles, ...change.task });
  return configOf({
    tasks: [change.unverified === true || verify === undefined ? task : { ...task, verify }],
    limits: limitsOf(change.limits),
    ...change.config,
  });
}

/** Whose call it is. */
export function roleOf({ call, role }: AgentRequest): Role {
  if (role === undefined) throw new Error(`call ${call ?? ''} has no role`);
  return role;
}

/** A planner's answer. */
export function decide(
  next: PlannerDecision['next'],
  more: Partial<PlannerDecision> = {},
): ScriptedTurn {
  const decision = { next, reason: `now the ${next}`, plan: [], ...more };
  return { reply: `I thought about it.\n\`\`\`json\n${JSON.stringify(decision)}\n\`\`\`` };
}

/** What each role does; `n` counts the calls of that role, from 1, over all runs. */
export type RoleScript = Partial<Record<Role, (n: number, request: AgentRequest) => ScriptedTurn>>;

/** One script of what every role does. */
export function playRoles(roles: RoleScript): Script {
  const calls = new Map<Role, number>();
  const played = new Map<AgentRequest, ScriptedTurn>();
  return (_, request) => {
    const known = played.get(request);
    if (known !== undefined) return known;
    const role = roleOf(request);
    const n = (calls.get(role) ?? 0) + 1;
    calls.set(role, n);
    const turn = roles[role]?.(n, request) ?? { reply: `the ${role} did its work` };
    played.set(request, turn);
    return turn;
  };
}

/** The hops of a task's newest turn. */
export function hopsOf({ store }: Pick<ScriptedRun, 'store'>, taskId = 'fix'): readonly Hop[] {
  const turn = store.listTurns(taskId).at(-1);
  return turn !== undefined && hasEnded(turn) ? (turn.hops ?? []) : [];
}

/** Where each hop of the newest turn went, with its edge's count and what came of it. */
export function pathOf(run: Pick<ScriptedRun, 'store'>, taskId = 'fix'): readonly string[] {
  return hopsOf(run, taskId).map(
    ({ to, edge, outcome }) => `${to} ${edge?.count ?? '-'} ${outcome}`,
  );
}

/** Prompts of the calls of one role, in their order. */
export function promptsTo(
  role: Role,
  { requests }: Pick<ScriptedRun, 'requests'>,
): readonly string[] {
  return requests.filter((request) => request.role === role).map(({ prompt }) => prompt);
}
