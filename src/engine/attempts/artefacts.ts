import { CONFIG_FILE, type DevsConfig } from '../../model/config/config';
import type { StoreReader } from '../../ports/store';

/**
 * Paths that are left out of fingerprints of the workspace: named reports, from the start, as one
 * found late would make a task's start look different; what verifications are known to write; and
 * the file that says what counts as done, which is never itself the work that is shown.
 */
export function artefactsOf(
  store: Pick<StoreReader, 'listVerifyArtefacts'>,
  config: DevsConfig,
): ReadonlySet<string> {
  return new Set([CONFIG_FILE, ...config.reports, ...store.listVerifyArtefacts()]);
}
