import * as z from 'zod';

/** Instead of a checkpoint's id: the path did not exist. */
export const NOTHING = '';
/** Instead of a checkpoint's id: the text of the symbolic link that stands there now; links are not followed. */
export const LINK_NOW = 'link-now';

/** Which of a path's contents a document shows. */
export interface CheckpointAddress {
  /** URI of the workspace folder. */
  readonly folder: string;
  /** Id of a checkpoint, `NOTHING` or `LINK_NOW`. */
  readonly checkpoint: string;
  /** Relative path with `/`, below the folder. */
  readonly path: string;
}

const query = z.strictObject({
  folder: z.string().max(4_000),
  checkpoint: z.string().max(200),
});

/** Path and query of a document's URI; the editor tells the language by the path. */
export function addressParts({ folder, checkpoint, path }: CheckpointAddress): {
  readonly path: string;
  readonly query: string;
} {
  return { path: `/${path}`, query: JSON.stringify({ folder, checkpoint }) };
}

/** Reads a URI that anybody may have made; undefined when it names nothing below a folder. */
export function readAddress(uri: {
  readonly path: string;
  readonly query: string;
}): CheckpointAddress | undefined {
  const path = uri.path.slice(1);
  if (!uri.path.startsWith('/') || !isBelow(path)) return undefined;
  const parsed = query.safeParse(parseJson(uri.query));
  return parsed.success ? { ...parsed.data, path } : undefined;
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
