import { StateError } from '../../../ports/workspaceState';

/**
 * `damaged`: written by Devs, or undeterminable; `foreign`: not by Devs; `newer`: by a newer
 * version of Devs.
 */
export type Unusable = 'damaged' | 'foreign' | 'newer';

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
