import type { GithubIssue, GithubQuery } from '../model/task/taskSource';

/** A file with a list of tasks. */
export type ListFile =
  | {
      readonly ok: true;
      /** As seen from the workspace, with `/`; absolute where it lies outside. */
      readonly name: string;
      readonly text: string;
    }
  | { readonly ok: false; readonly message: string };

/** Issues of GitHub. */
export type GithubAnswer =
  | { readonly ok: true; readonly issues: readonly GithubIssue[] }
  | { readonly ok: false; readonly message: string };

/** Where people keep tasks. Reads only; never rejects. */
export interface TaskSources {
  /** Reads a file of at most 1 MB. `path` is absolute, or relative to `folder`, which is absolute. */
  readList(path: string, folder: string): Promise<ListFile>;
  /** Asks GitHub through its program `gh`, which is found on PATH; within half a minute. */
  askGithub(query: GithubQuery): Promise<GithubAnswer>;
}
