import { existsSync } from 'node:fs';
import { guardPaths } from '../../platform/guard/guardPaths';
import { guardDirectory } from '../../platform/state/files/stateDirectory';

/** Whether a session of this user was ever guarded; loads no detectors. */
export function hasSessions(environment: NodeJS.ProcessEnv): boolean {
  return existsSync(guardPaths(guardDirectory(environment)).sessions);
}

/** Whether programs of the guard were installed for this user. */
export function hasGuardPrograms(environment: NodeJS.ProcessEnv): boolean {
  return existsSync(guardPaths(guardDirectory(environment)).bin);
}
