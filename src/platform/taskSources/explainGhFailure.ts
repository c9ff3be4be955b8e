import type { GithubQuery } from '../../model/task/taskSource';
import {
  explainGhStart,
  ghWords,
  hasNoRemote,
  isNotLoggedIn,
  LOG_IN,
  type GhFailure,
} from '../github/explainGh';
import type { GhOutput } from '../github/runGh';

/** Why `gh` gave no answer, and what helps. */
export function explainGhFailure(
  output: Exclude<GhOutput, { kind: 'printed' }>,
  query: GithubQuery,
): string {
  return output.kind === 'failed' ? explainFailed(output, query) : explainGhStart(output);
}

function explainFailed(failure: GhFailure, query: GithubQuery): string {
  if (hasNoRemote(failure))
    return 'The workspace has no git remote on GitHub; name the repository, such as github:owner/repository#12.';
  if (isNotLoggedIn(failure)) return LOG_IN;
  const { stderr } = failure;
  if (/could not resolve to an? issue|no issues? match/i.test(stderr)) {
    return `GitHub has no ${describeQuery(query)}.`;
  }
  if (/could not resolve to a repository/i.test(stderr))
    return `GitHub has no such repository, or does not show it to you: ${describeQuery(query)}.`;
  return `gh could not read ${describeQuery(query)}: ${ghWords(failure)}`;
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
