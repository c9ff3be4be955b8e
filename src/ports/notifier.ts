import type { Notification } from '../model/notify/notification';
import type { NotifyTarget } from '../model/config/notifyTarget';

/** What came of one try to tell somebody. */
export type Delivery =
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'failed';
      /** A clause for humans: no secret, no address, nothing that a service wrote. */
      readonly why: string;
      /** Whether another try may help. */
      readonly again: boolean;
      /** The wait that the service asks for, in seconds or as an HTTP date; not checked. */
      readonly retryAfter?: string;
    };

/** Tells humans outside of Devs. Never rejects. */
export interface Notifier {
  /** Why nobody can be told there as things are, a clause with the remedy; undefined if it can be tried. Sends nothing. */
  findProblem(target: NotifyTarget): Promise<string | undefined>;
  /** Tries once. Aborting ends it at once. */
  deliver(target: NotifyTarget, notification: Notification, signal: AbortSignal): Promise<Delivery>;
}

/** Where notifications on the desktop are seen. */
export interface DesktopPlace {
  /** Writes to the terminal of the run; absent without one. */
  readonly terminal?: (text: string) => void;
  /** Whether the editor's own notifications are seen; absent: there is no editor. */
  readonly isWatched?: () => boolean;
}
