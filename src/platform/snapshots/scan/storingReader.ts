import type { BigIntStats } from 'node:fs';
import { UNREADABLE } from '../../../model/workspace/checkpoint';
import { contentHash, isGone, kindOf } from '../../workspace/files/contentHash';
import type { ContentReader } from '../../workspace/fileHashes';
import { readContent } from './readContent';

/** Stores contents. */
export interface ContentSink {
  has(id: string): boolean;
  /** Resolves with the content's id. */
  add(content: Buffer): Promise<string>;
}

/** Larger files are read one at a time, to limit memory. */
const MAX_PARALLEL_BYTES = 1024 * 1024;

/**
 * Reads each file once and stores exactly the content that it hashed; files larger than `limit`
 * bytes are only hashed. Rejects with the sink's errors.
 */
export function createStoringReader(sink: ContentSink, limit: number): ContentReader {
  const oneAtATime = createSerialQueue();
  return async (path, stats) => {
    const work = (): ReturnType<ContentReader> => read({ path, stats, sink, limit });
    return stats.size > MAX_PARALLEL_BYTES ? oneAtATime(work) : work();
  };
}

interface ReadOptions {
  readonly path: string | Buffer;
  readonly stats: BigIntStats;
  readonly sink: ContentSink;
  readonly limit: number;
}

async function read({ path, stats, sink, limit }: ReadOptions): ReturnType<ContentReader> {
  let content: Buffer | undefined;
  try {
    content = await readContent(path, stats, limit);
  } catch (error) {
    return isGone(error) ? undefined : { hash: UNREADABLE, size: 0 };
  }
  if (content !== undefined)
    return { hash: `${kindOf(stats)}:${await sink.add(content)}`, size: content.length };
  const hash = await contentHash(path, stats);
  // Too large, whatever size `stats` reported.
  const size = Math.max(Number(stats.size), stats.isFile() ? limit + 1 : 0);
  return hash === undefined ? undefined : { hash, size };
}

/** Runs tasks one after the other; a failure does not stop the next one. */
export function createSerialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
