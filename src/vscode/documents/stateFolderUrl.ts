import { pathToFileURL } from 'node:url';
import type { App } from '../../app/api/app';

/** The state folder as a `file:` URL, ending with `/`: base of the links in run reports. */
export function stateFolderUrl({ stateDir }: Pick<App, 'stateDir'>): string {
  const address = pathToFileURL(stateDir).href.replace(/[()]/g, (sign) =>
    sign === '(' ? '%28' : '%29',
  );
  return address.endsWith('/') ? address : `${address}/`;
}
