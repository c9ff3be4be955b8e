import type { DevsEvent } from '../model/events/devsEvent';

/** The event log for other programs, one line per event. Only for the lease holder. */
export interface EventLog {
  /** Appends a line. Never throws: returns a sentence if writing failed. */
  append(event: DevsEvent): string | undefined;
}
