import { pathToFileURL } from 'node:url';
import type { App } from '../../app/api/app';

/** Where links of a run report lead outside its own file: the state directory as an address. */
export function stateFolderUrl({ stateDir }: Pick<App, 'stateDir'>): string {
  const address = pathToFileURL(stateDir).href.replace(/[()]/g, (sign) =>
    sign === '(' ? '%28' : '%29',
  );
  return address.endsWith('/') ? address : `${address}/`;
}
