/** Environment variable that every process of a tree inherits; its value names the tree. */
export const MARKER_VARIABLE = 'DEVS_TURN';

/**
 * The value of `DEVS_TURN` for a new tree. Trees nest (an agent may run `devs` itself): the outer
 * ids come first, separated by `/`, so that ending the outer tree finds the inner one too.
 */
export function markerValue(outer: string | undefined, id: string): string {
  return outer === undefined || outer === '' ? id : `${outer}/${id}`;
}

/** Whether an environment block (`NAME=value` entries, each ended by NUL) belongs to tree `id`. */
export function carriesMarker(environ: Buffer, id: string): boolean {
  if (!environ.includes(id)) return false;
  const prefix = `${MARKER_VARIABLE}=`;
  return environ
    .toString('utf8')
    .split('\0')
    .some(
      (entry) => entry.startsWith(prefix) && entry.slice(prefix.length).split('/').includes(id),
    );
}
