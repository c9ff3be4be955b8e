import type { Role } from '../../model/hops/roles';
import { childEnvironment, type Environment } from './environment';

/** Which work the program is started for, and what its definition adds. */
export interface TurnEnvironmentOptions {
  readonly own?: Readonly<Record<string, string>>;
  readonly taskId: string;
  readonly role?: Role | undefined;
}

/**
 * What an agent or a verify command of a turn gets: our own environment, the definition's, and the
 * task. The role is never that of an agent in whose work we ourselves were started.
 */
export function turnEnvironment(
  base: Environment,
  { own = {}, taskId, role }: TurnEnvironmentOptions,
): Record<string, string> {
  const inherited = childEnvironment({ ...base, DEVS_ROLE: undefined });
  const roles = role === undefined ? {} : { DEVS_ROLE: role };
  return { ...inherited, ...own, DEVS_TASK_ID: taskId, ...roles };
}
