import type { DevsEvent } from '../model/events/devsEvent';

/** The log that other programs follow: one line for each event. For the holder of the lease alone. */
export interface EventLog {
  /** Adds a line. Never throws: what kept it from being written comes back as a sentence. */
  append(event: DevsEvent): string | undefined;
}
