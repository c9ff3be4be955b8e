/** Instead of a checkpoint's id: the path did not exist. */
export const NOTHING = '';
/** Begins what stands for the current content instead of a checkpoint's id. */
const NOW = 'now:';

/** Instead of a checkpoint's id: the current content, read when this is opened and not again; `look` tells two apart. */
export function nowAt(look: number): string {
  return `${NOW}${look}`;
}

/** Whether this stands for the current content. */
export function isNow(checkpoint: string): boolean {
  return checkpoint.startsWith(NOW);
}

/** Identifies the content of a path at one moment. */
export interface CheckpointAddress {
  /** URI of the workspace folder. */
  readonly folder: string;
  /** Id of a checkpoint, `NOTHING`, or one of `nowAt`. */
  readonly checkpoint: string;
  /** Relative path with `/`, below the folder. */
  readonly path: string;
}

/** Maximum lengths of the query's parts, in characters. */
const MOST = { folder: 4_000, checkpoint: 200, path: 10_000 };

/**
 * Path and query of a document's URI, `root` being the path of the folder's own. With the path of the file itself
 * the editor detects its language and does not show the diff as a rename.
 */
export function addressParts(
  { folder, checkpoint, path }: CheckpointAddress,
  root: string,
): { readonly path: string; readonly query: string } {
  const query = JSON.stringify({ folder, checkpoint, path });
  return { path: `${root.replace(/\/$/, '')}/${path}`, query };
}

/** Parses an untrusted URI; undefined when it names no path below a folder. */
export function readAddress(uri: {
  readonly path: string;
  readonly query: string;
}): CheckpointAddress | undefined {
  const address = parseJson(uri.query);
  if (!isAddress(address)) return undefined;
  const { path } = address;
  return isBelow(path) && uri.path.endsWith(`/${path}`) ? address : undefined;
}

function isAddress(value: unknown): value is CheckpointAddress {
  if (typeof value !== 'object' || value === null) return false;
  const parts = new Map<string, unknown>(Object.entries(value));
  const fits = ([name, most]: readonly [string, number]): boolean => {
    const part = parts.get(name);
    return typeof part === 'string' && part.length <= most;
  };
  return parts.size === Object.keys(MOST).length && Object.entries(MOST).every(fits);
}

/** Whether a relative path stays below the folder that it starts from, on any system. */
export function isBelow(path: string): boolean {
  const parts = path.split('/');
  const climbs = path.split(/[\\/]/).includes('..');
  return !climbs && !path.includes('\0') && parts.every((part) => part !== '' && part !== '.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
