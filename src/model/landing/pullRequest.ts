/** Title and description of a pull request. */
export interface PullRequestText {
  /** One line. */
  readonly title: string;
  /** Markdown. */
  readonly body: string;
}

/** Where the branch of a task goes, and what its pull request merges into. */
export interface PullRequestPlace {
  /** Without `refs/heads/`. */
  readonly branch: string;
  /** Name of the git remote to which it is pushed. */
  readonly remote: string;
  /** Address of that remote, without credentials. */
  readonly address: string;
  /** Name of the branch for `gh`: with its owner where it is pushed to a fork. */
  readonly head: string;
  /** The branch that it merges into; absent: the default branch of the repository. */
  readonly base?: string;
  /** Whether the remote has the branch as it is here, as far as is known here. */
  readonly isPushed: boolean;
}

/** A pull request that can be made. */
export interface PullRequestPlan extends PullRequestPlace, PullRequestText {
  readonly taskId: string;
  /** What makes it, in order, as text for a shell. */
  readonly commands: readonly string[];
  /** Why Devs cannot run them all, with the remedy; absent if it can. */
  readonly problem?: string;
}

/** Arguments of `git` that push the branch, and never a tag of its name. */
export function pushArguments({ remote, branch }: PullRequestPlace): readonly string[] {
  const ref = `refs/heads/${branch}`;
  return ['push', remote, `${ref}:${ref}`];
}

/** Likewise to be read and copied: shorter, the same wherever the user has not configured what a push moves. */
export function shownPushArguments({ remote, branch }: PullRequestPlace): readonly string[] {
  return ['push', remote, `refs/heads/${branch}`];
}

/** Arguments of `gh` that make the pull request. */
export function createArguments(
  { head, base }: PullRequestPlace,
  { title, body }: PullRequestText,
): readonly string[] {
  return [
    ...['pr', 'create', `--head=${head}`],
    ...(base === undefined ? [] : [`--base=${base}`]),
    ...[`--title=${title}`, `--body=${body}`],
  ];
}
