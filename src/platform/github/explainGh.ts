import { oneLine } from '../../text/oneLine';
import { truncate } from '../../text/truncate';
import type { GhOutput } from './runGh';

/** Longest sentence of `gh` that is passed on, in characters. */
const MAX_WORDS = 300;
/** Exit code of `gh` where nobody is logged in. */
const NOT_LOGGED_IN = 4;

/** What helps where nobody is logged in. */
export const LOG_IN = 'gh is not logged in to GitHub: run `gh auth login`, or set GH_TOKEN.';

/** An end of `gh` with an exit code other than 0. */
export type GhFailure = Extract<GhOutput, { kind: 'failed' }>;

/** Why `gh` gave no answer at all, and what helps. */
export function explainGhStart({
  kind,
}: Extract<GhOutput, { kind: 'missing' | 'timeout' }>): string {
  return kind === 'missing'
    ? "GitHub's program `gh` is not on PATH: install it from https://cli.github.com, then run `gh auth login`."
    : 'gh did not answer in time: check the network, then try again.';
}

/** Whether no remote of the repository is on GitHub. `gh` advises to log in then, too: ask this first. */
export function hasNoRemote({ stderr }: GhFailure): boolean {
  return /no git remotes|none of the git remotes|not a git repository/i.test(stderr);
}

/** Whether nobody is logged in, or no longer. */
export function isNotLoggedIn({ code, stderr }: GhFailure): boolean {
  return code === NOT_LOGGED_IN || /gh auth login|HTTP 401|bad credentials/i.test(stderr);
}

/** What `gh` said, in one line; its exit code if it said nothing. */
export function ghWords({ code, stderr }: GhFailure): string {
  const words = truncate(oneLine(stderr), MAX_WORDS);
  return words === '' ? `exit code ${code ?? 'unknown'}` : words;
}

/** What keeps `gh` from answering, and what helps where that is known. */
export function explainGh(output: Exclude<GhOutput, { kind: 'printed' }>): string {
  if (output.kind !== 'failed') return explainGhStart(output);
  if (hasNoRemote(output)) return 'no git remote of the workspace is a repository on GitHub.';
  return isNotLoggedIn(output) ? LOG_IN : ghWords(output);
}
