import { join } from 'node:path';

/** The folder in a state folder for what setups made. */
export function setupFolder(stateDir: string): string {
  return join(stateDir, 'setup');
}
