import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { constants, createGunzip, type Gunzip } from 'node:zlib';

/** Bytes of one read; compressed ones can become a thousand times as many. */
const READ_BYTES = 64 * 1024;
const GZIP_MAGIC = [0x1f, 0x8b] as const;

/** What a reading came to: in full, or the reason why it ended early. */
export type ReadingEnd =
  { readonly kind: 'whole' } | { readonly kind: 'cut'; readonly why: string };

/**
 * The bytes of a file or an input, unpacked where they are gzip, whatever its name says; returns how it ended.
 * Of damaged gzip it gives all that came before. Rejects when the file cannot be read or is not to be any more.
 */
export async function* recordingBytes(
  from: string | NodeJS.ReadableStream,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, ReadingEnd, void> {
  const source =
    typeof from === 'string'
      ? createReadStream(from, { highWaterMark: READ_BYTES, signal })
      : Readable.from(from);
  try {
    const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const start = await firstBytes(chunks);
    if (start.length >= 2 && start[0] === GZIP_MAGIC[0] && start[1] === GZIP_MAGIC[1]) {
      return yield* unpacked(start, chunks, signal);
    }
    for (let chunk = start; chunk.length > 0; chunk = await nextChunk(chunks)) yield chunk;
    return { kind: 'whole' };
  } finally {
    source.destroy();
  }
}

/** At least two bytes, where the file has so many: a pipe may give them one by one. */
async function firstBytes(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const first = await nextChunk(chunks);
  return first.length === 1 ? Buffer.concat([first, await nextChunk(chunks)]) : first;
}

async function nextChunk(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const next = await chunks.next();
  return next.done === true ? Buffer.alloc(0) : next.value;
}

async function* unpacked(
  start: Buffer,
  chunks: AsyncIterator<Buffer>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer, ReadingEnd, void> {
  const gunzip = createGunzip({ chunkSize: READ_BYTES, flush: constants.Z_SYNC_FLUSH });
  const ready: Buffer[] = [];
  let failure: Error | undefined;
  gunzip.on('data', (chunk: Buffer) => ready.push(chunk));
  gunzip.on('error', (error) => (failure = error));
  try {
    for (let chunk = start; chunk.length > 0; chunk = await nextChunk(chunks)) {
      await written(gunzip, chunk);
      yield* inTurns(ready.splice(0), signal);
      if (failure !== undefined) return { kind: 'cut', why: failure.message };
    }
    await ended(gunzip);
    yield* inTurns(ready.splice(0), signal);
    return failure === undefined ? { kind: 'whole' } : { kind: 'cut', why: failure.message };
  } finally {
    gunzip.destroy();
  }
}

/** Gives the chunks, however many one read became, and lets others work after each. */
async function* inTurns(
  chunks: readonly Buffer[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer, void, void> {
  for (const chunk of chunks) {
    yield chunk;
    await setImmediate();
    signal?.throwIfAborted();
  }
}

function written(gunzip: Gunzip, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    gunzip.once('close', resolve);
    gunzip.write(chunk, () => {
      gunzip.off('close', resolve);
      resolve();
    });
  });
}

function ended(gunzip: Gunzip): Promise<void> {
  return new Promise((resolve) => {
    gunzip.once('end', resolve).once('close', resolve);
    gunzip.end();
  });
}
