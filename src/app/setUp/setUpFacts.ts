import type { ConfigResult } from '../../model/config/config';
import type { Overview } from '../../model/overview/overview';

/** An agent that a task can be given to, now or once it is installed. */
export interface SetUpAgent {
  readonly name: string;
  /** Whether its program is there, as far as can be told without a shell. */
  readonly found: boolean;
  /** Absolute path of its program; absent if it is not there or only a shell can tell. */
  readonly file?: string;
  /** The command that installs it, if Devs knows it. */
  readonly install?: string;
}

/** What a first run needs, and what of it is there. */
export interface SetUpFacts {
  readonly config: ConfigResult;
  /** Those of `devs.yaml`, or of the last valid one, its default first, then the other known ones in the order of preference. */
  readonly agents: readonly SetUpAgent[];
  /** The project's test command; absent if none was found. */
  readonly suggestedVerify?: string;
  /** The tasks as they stand; absent where the saved state cannot be read. */
  readonly overview?: Overview;
}

/** One run of a verify command outside of a task. */
export interface VerifyTrial {
  /** A line or a script for the shell. */
  readonly command: string;
  /** Called as output comes, with the end of it so far as a terminal shows it, secrets masked. Must not throw. */
  readonly onOutput: (shown: string) => void;
  /** Aborting ends it soon. */
  readonly signal: AbortSignal;
}

/** How a trial ended: a failure is fine, tests that cannot run are not. */
export interface TrialEnd {
  readonly kind: 'passes' | 'fails' | 'cannotRun' | 'stopped';
  /** What that means, for the user. */
  readonly message: string;
}
