import type { SetupState } from '../../model/landing/landing';

/** How the setup of a task's worktree stands. */
export const SETUP_WORDS: Readonly<Record<SetupState, string>> = {
  runs: 'setup runs',
  waits: 'waits for the same setup of another task',
  reused: 'setup reused',
};

/** That a name in `setupCache` is of no file in the workspace, with the remedy. */
export function describeMissingInput(name: string): string {
  return `\`setupCache\` names ${name}, which is not in the workspace. Correct the name in devs.yaml, or create the file.`;
}
