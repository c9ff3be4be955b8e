import type { GithubQuery } from '../../model/task/taskSource';
import { oneLine } from '../../text/oneLine';
import { truncate } from '../../text/truncate';
import type { GhOutput } from './runGh';

/** Longest sentence of `gh` that is passed on, in characters. */
const MAX_WORDS = 300;
/** Exit code of `gh` where nobody is logged in. */
const NOT_LOGGED_IN = 4;

const LOG_IN = 'gh is not logged in to GitHub: run `gh auth login`, or set GH_TOKEN.';

/** Why `gh` gave no answer, and what helps. */
export function explainGhFailure(
  output: Exclude<GhOutput, { kind: 'printed' }>,
  query: GithubQuery,
): string {
  switch (output.kind) {
    case 'missing':
      return "GitHub's program `gh` is not on PATH: install it from https://cli.github.com, then run `gh auth login`.";
    case 'timeout':
      return 'gh did not answer in time: check the network, then try again.';
    case 'failed':
      return explainFailed(output, query);
    default:
      return output satisfies never;
  }
}

function explainFailed(
  { code, stderr }: Extract<GhOutput, { kind: 'failed' }>,
  query: GithubQuery,
): string {
  // Where no remote is on a known host, it advises to log in, too.
  if (/no git remotes|none of the git remotes|not a git repository/i.test(stderr))
    return 'The workspace has no git remote on GitHub; name the repository, such as github:owner/repository#12.';
  if (code === NOT_LOGGED_IN || /gh auth login|HTTP 401|bad credentials/i.test(stderr))
    return LOG_IN;
  if (/could not resolve to an? issue|no issues? match/i.test(stderr)) {
    return `GitHub has no ${describeQuery(query)}.`;
  }
  if (/could not resolve to a repository/i.test(stderr))
    return `GitHub has no such repository, or does not show it to you: ${describeQuery(query)}.`;
  const words = truncate(oneLine(stderr), MAX_WORDS);
  return `gh could not read ${describeQuery(query)}: ${words === '' ? `exit code ${code ?? 'unknown'}` : words}`;
}

function describeQuery(query: GithubQuery): string {
  if (query.kind === 'label') return `label ${query.label}`;
  const { issue, repository } = query;
  if (/^\d+$/.test(issue))
    return repository === undefined
      ? `issue #${issue} in the repository of the workspace`
      : `issue ${repository}#${issue}`;
  return `issue ${issue}`;
}
