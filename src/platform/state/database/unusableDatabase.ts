import { StateError } from '../../../ports/workspaceState';

/**
 * `damaged`: written by Devs, or undeterminable, or replaced by an older file; `foreign`: not by Devs; `newer`: by a newer
 * version of Devs; `outdated`: an older file than the old turns beside it.
 */
export type Unusable = 'damaged' | 'foreign' | 'newer' | 'outdated';

/**
 * The bytes are not a database that this code can use; the message says why in a sentence or two.
 */
export class UnusableDatabase extends StateError {
  constructor(
    readonly kind: Unusable,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
