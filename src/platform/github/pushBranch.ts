import { findProgram } from '../workspace/findProgram';
import { startGit } from '../workspace/runGit';
import { maskSecrets } from '../../text/maskSecrets';
import type { GhPlaces } from './runGh';

/** A large branch over a slow network. */
const TIME_LIMIT_MS = 10 * 60_000;
/** Lines of git that tell why. */
const REASON = /^(?:remote: |fatal: |error: | ! )/;
const MAX_REASONS = 6;

/** Runs `git push` in the workspace, with the user's hooks. Resolves with why it failed, a sentence; undefined if it did not. */
export async function pushBranch(
  args: readonly string[],
  { workspaceDir, environment }: Pick<GhPlaces, 'workspaceDir' | 'environment'>,
): Promise<string | undefined> {
  const git = findProgram('git', { environment, outside: workspaceDir });
  if (git === undefined) return 'git is not on PATH.';
  try {
    const { code, stderr } = await startGit({ git, directory: workspaceDir, environment }, args, {
      timeLimitMs: TIME_LIMIT_MS,
      runsHooks: true,
      variables: { GIT_TERMINAL_PROMPT: '0' },
    });
    return code === 0 ? undefined : `git could not push the branch: ${reasonsIn(String(stderr))}`;
  } catch {
    return 'git push took longer than ten minutes and was ended: check the network, then try again.';
  }
}

function reasonsIn(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const reasons = lines.filter((line) => REASON.test(line)).slice(0, MAX_REASONS);
  const words = (reasons.length === 0 ? lines.slice(-1) : reasons)
    .map((line) => line.replace(REASON, '').trim())
    .join('; ');
  return maskSecrets(words === '' ? 'it says nothing' : words);
}
