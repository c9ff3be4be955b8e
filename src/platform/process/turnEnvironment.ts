import type { Role } from '../../model/hops/roles';
import { childEnvironment, type Environment } from './environment';

/** The work for which a program is started, and the variables of its definition. */
export interface TurnEnvironmentOptions {
  readonly own?: Readonly<Record<string, string>>;
  readonly taskId: string;
  readonly role?: Role | undefined;
  /** Of the worktree in which it runs; absent in the workspace. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/**
 * Environment of an agent or a verify command of a turn: our own, the definition's, and the task. A
 * role and a worktree that we inherited are removed.
 */
export function turnEnvironment(
  base: Environment,
  { own = {}, taskId, role, variables = {} }: TurnEnvironmentOptions,
): Record<string, string> {
  const outer = { DEVS_ROLE: undefined, DEVS_WORKTREE: undefined, DEVS_PORT: undefined };
  const inherited = childEnvironment({ ...base, ...outer });
  const roles = role === undefined ? {} : { DEVS_ROLE: role };
  return { ...inherited, ...variables, ...own, DEVS_TASK_ID: taskId, ...roles };
}
