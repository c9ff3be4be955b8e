import type { PullRequestPlace, PullRequestText } from '../model/landing/pullRequest';

/** Where a branch goes, or why it can go nowhere. `problem`: why no pull request can be made of it, with the remedy. */
export type PlaceAnswer =
  | { readonly ok: true; readonly place: PullRequestPlace; readonly problem?: string }
  | { readonly ok: false; readonly message: string };

export type CreatedAnswer =
  /** `isNew` is false for a pull request that was there already. */
  | { readonly ok: true; readonly address: string; readonly isNew: boolean }
  | { readonly ok: false; readonly message: string };

/** Makes pull requests on GitHub, by git and GitHub's program `gh` of PATH. Never rejects. */
export interface PullRequests {
  /** Looks where a branch of the workspace goes; changes nothing. */
  find(branch: string): Promise<PlaceAnswer>;
  /** Pushes the branch, with the user's hooks. Resolves with what keeps it from that, a sentence in git's words. */
  push(place: PullRequestPlace): Promise<string | undefined>;
  create(place: PullRequestPlace, text: PullRequestText): Promise<CreatedAnswer>;
}
