import type { DevsEvent } from '../events/devsEvent';

/** What a human is told about an event. Its texts may quote agents and programs: whoever sends them escapes them. */
export interface Notification {
  /** One line, 100 characters at most; no character that cannot be seen. */
  readonly title: string;
  /** Why, 300 characters at most; otherwise as `title`. */
  readonly why: string;
  /** What the human can do, in Devs' own words; absent for nothing. */
  readonly action?: string;
  /** Opens the task in VS Code; absent for a notification of no task. */
  readonly link?: string;
  /** Whether somebody has to do something. */
  readonly needsYou: boolean;
  readonly event: DevsEvent;
}
