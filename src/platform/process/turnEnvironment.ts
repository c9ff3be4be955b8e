import type { Role } from '../../model/hops/roles';
import { childEnvironment, type Environment } from './environment';

/** The work for which a program is started, and the variables of its definition. */
export interface TurnEnvironmentOptions {
  readonly own?: Readonly<Record<string, string>>;
  readonly taskId: string;
  readonly role?: Role | undefined;
}

/**
 * Environment of an agent or a verify command of a turn: our own, the definition's, and the task. A
 * role variable that we inherited is removed.
 */
export function turnEnvironment(
  base: Environment,
  { own = {}, taskId, role }: TurnEnvironmentOptions,
): Record<string, string> {
  const inherited = childEnvironment({ ...base, DEVS_ROLE: undefined });
  const roles = role === undefined ? {} : { DEVS_ROLE: role };
  return { ...inherited, ...own, DEVS_TASK_ID: taskId, ...roles };
}
