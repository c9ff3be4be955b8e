/** Result of looking up a program like the operating system. */
export type ProgramPlace =
  /** Absolute path of the file that would be started. */
  | { readonly kind: 'found'; readonly file: string }
  /** A file of that name exists but is not executable. */
  | { readonly kind: 'notExecutable'; readonly file: string }
  | { readonly kind: 'missing' };

/** What git reports on the workspace. */
export type GitFacts =
  | { readonly kind: 'missing' }
  | { readonly kind: 'broken'; readonly why: string }
  | {
      readonly kind: 'found';
      /** "2.39.5". */
      readonly version: string;
      /** `distrusted`: git refuses, for the repository belongs to another user. */
      readonly workspace: 'repository' | 'none' | 'distrusted';
    };

/** The state folder and its disk. */
export interface StateFolderFacts {
  /** Absolute. */
  readonly directory: string;
  /** False: it is created when the first task runs. */
  readonly exists: boolean;
  /** Why nothing can be written there; absent where a file was written and removed again. */
  readonly unwritable?: string;
  /** Bytes that this user may still write; absent where the disk does not say. */
  readonly freeBytes?: number;
}

/** Unanswered inbox messages for the lease holder. */
export interface InboxFacts {
  /** How many wait for an answer. */
  readonly waiting: number;
  /** Milliseconds that the oldest of them has waited; 0 for none. */
  readonly waitingMs: number;
}

/** Facts of the machine that a run depends on. Writes nothing except a test file in the state folder. */
export interface Machine {
  /** Version of Node, such as "20.19.2". */
  readonly node: string;
  /** System, release and processor for humans. */
  readonly platform: string;
  /** The program that a command of the workspace would start, with these variables on top of the environment. Starts nothing. */
  locate(program: string, env: Readonly<Record<string, string>>): Promise<ProgramPlace>;
  /** Asks git, which only reads. Rejects when it takes over ten seconds or `signal` aborts. */
  git(signal: AbortSignal): Promise<GitFacts>;
  /** Where git is, outside the workspace; undefined for nowhere. Starts nothing. */
  gitProgram(): string | undefined;
  stateFolder(): Promise<StateFolderFacts>;
  /** Rejects when the state directory cannot be read. */
  inbox(): Promise<InboxFacts>;
  /** Whether there is a key for the endpoint; never which. */
  hasModelKey(url: string): Promise<boolean>;
}
