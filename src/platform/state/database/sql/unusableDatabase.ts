import { StateError } from '../../../../ports/workspaceState';

/** `damaged`: was ours, or nobody can tell; `foreign`: somebody else's; `newer`: of a newer Devs. */
export type Unusable = 'damaged' | 'foreign' | 'newer';

/** The bytes are no database that this code can use; the message says why in a sentence or two. */
export class UnusableDatabase extends StateError {
  constructor(
    readonly kind: Unusable,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
