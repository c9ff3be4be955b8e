/** What is asked for on GitHub. */
export type GithubQuery =
  | {
      readonly kind: 'issue';
      /** Its number, or its address. */
      readonly issue: string;
      /** `owner/repository`; absent: that of the workspace, or of the address. */
      readonly repository?: string;
    }
  /** The open issues of the workspace's repository that have a label. */
  | { readonly kind: 'label'; readonly label: string };

/** Where tasks are looked for. */
export type TaskSource =
  | { readonly kind: 'github'; readonly query: GithubQuery }
  /** A file with a list; its path is not resolved. */
  | { readonly kind: 'file'; readonly path: string }
  /** A list of tasks itself. */
  | { readonly kind: 'text'; readonly text: string };

/** What GitHub says of an issue. */
export interface GithubIssue {
  readonly title: string;
  /** Markdown; '' for none. */
  readonly body: string;
  /** `isWebLink` holds. */
  readonly url: string;
  readonly isClosed: boolean;
}
