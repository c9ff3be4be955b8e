import type { CommandContext } from './commands/shared/commandContext';
import type { Outcome } from './terminal/outcome';

/** A command whose words have been understood, ready to be carried out. */
export interface Invocation {
  (context: CommandContext): Promise<Outcome>;
  /** Set where what a killed process left behind is not to be put right first. */
  readonly skipsRecovery?: true;
}

/** Options that every command knows. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly cwd?: string;
}

/** For commands that leave the state of a killed process as it is. */
export const SKIPS_RECOVERY = { skipsRecovery: true } as const;
