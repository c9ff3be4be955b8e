/** How the landing of verified work stands: other tasks land before it, it lands now, or the merged files are verified. */
export type LandingProgress =
  | {
      readonly kind: 'waits';
      /** Ids of the tasks that land before it, the first one first; at least one. */
      readonly after: readonly string[];
    }
  | { readonly kind: 'lands' | 'verifies' };

/** As `LandingProgress`, with what is shown of the tasks before it. */
export type ShownLanding =
  | {
      readonly kind: 'waits';
      /** Its place in the queue, from 2 on: the first one lands. */
      readonly place: number;
      /** The task just before it. */
      readonly after: { readonly id: string; readonly title: string };
    }
  | { readonly kind: 'lands' | 'verifies' };
