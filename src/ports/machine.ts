import type { Programs } from './programs';

/** What git reports on the workspace. */
export type GitFacts =
  | { readonly kind: 'missing' }
  | { readonly kind: 'broken'; readonly why: string }
  | {
      readonly kind: 'found';
      /** "2.39.5". */
      readonly version: string;
      /** `distrusted`: git refuses, since the repository belongs to another user. */
      readonly workspace: 'repository' | 'none' | 'distrusted';
    };

/** The state folder and its disk. */
export interface StateFolderFacts {
  /** Absolute. */
  readonly directory: string;
  /** False: it is created when the first task runs. */
  readonly exists: boolean;
  /** Why nothing can be written there; absent if a test file was written and removed. */
  readonly unwritable?: string;
  /** Bytes that this user may still write; absent if unknown. */
  readonly freeBytes?: number;
}

/** Facts of the machine that a run depends on. Writes nothing except a test file in the state folder. */
export interface Machine extends Programs {
  /** Version of Node, such as "20.19.2". */
  readonly node: string;
  /** System, release and processor for humans. */
  readonly platform: string;
  /** Runs git, read-only. Rejects after ten seconds or when `signal` aborts. */
  git(signal: AbortSignal): Promise<GitFacts>;
  /** Path of git outside the workspace; undefined if there is none. Starts nothing. */
  gitProgram(): string | undefined;
  stateFolder(): Promise<StateFolderFacts>;
  /** Whether a key for the endpoint exists; never returns it. */
  hasModelKey(url: string): Promise<boolean>;
}
