import type { DevsEvent } from '../model/events/devsEvent';
import type { Command } from '../model/task/task';

/** Runs the user's `onEvent` program with the event's line of `events.jsonl` on standard input. Never rejects. */
export interface EventHook {
  /**
   * Resolves when the program has ended, at its time limit at the latest: with a warning if it failed, else undefined.
   * Aborting ends it at once.
   */
  notify(command: Command, event: DevsEvent, signal: AbortSignal): Promise<string | undefined>;
}
