import type { DevsEvent } from '../domain/run';
import type { Command } from '../domain/task';

/** Tells the user's `onEvent` program about an event as JSON on standard input. Never rejects. */
export interface EventHook {
  /** Resolves with a warning when the program failed, undefined when it went well. */
  tell(command: Command, event: DevsEvent): Promise<string | undefined>;
}
