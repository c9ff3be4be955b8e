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

/** What ends the processes that an agent starts. */
export type Containment =
  /** All of them end with the turn: `by`, a program of the system, adopts those whose parent has ended. */
  | { readonly kind: 'adopted'; readonly by: string }
  /**
   * They are found by group, descent and environment, so one that leaves its session and clears its
   * environment is missed. `missing`: programs of which any would prevent that; absent where none would.
   */
  | { readonly kind: 'searched'; readonly missing?: readonly string[] }
  /** They are found by descent, so those that an agent leaves behind when it ends by itself are missed. */
  | { readonly kind: 'descendants' };

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
  /** Starts a program of the system once. */
  containment(): Promise<Containment>;
  stateFolder(): Promise<StateFolderFacts>;
  /** Whether a key for the endpoint exists; never returns it. */
  hasModelKey(url: string): Promise<boolean>;
}
