import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { constants, createGunzip, type Gunzip } from 'node:zlib';

/** Bytes of one read; decompression can multiply them by a thousand. */
const READ_BYTES = 64 * 1024;
const GZIP_MAGIC = [0x1f, 0x8b] as const;

/** How reading ended: complete, or the reason why it ended early. */
export type ReadingEnd =
  | { readonly kind: 'whole' }
  | { readonly kind: 'cut'; readonly why: string };

/**
 * Reads a file or stream and decompresses gzip content, independent of the file name; returns how reading ended.
 * Yields everything before the damage of a damaged gzip. Rejects when the file cannot be read or `signal` aborts.
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
    const start = await readFirstBytes(chunks);
    if (start.length >= 2 && start[0] === GZIP_MAGIC[0] && start[1] === GZIP_MAGIC[1]) {
      return yield* unzip(start, chunks, signal);
    }
    for (let chunk = start; chunk.length > 0; chunk = await readChunk(chunks)) yield chunk;
    return { kind: 'whole' };
  } finally {
    source.destroy();
  }
}

/** At least two bytes unless the file is shorter: a pipe can deliver single bytes. */
async function readFirstBytes(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const first = await readChunk(chunks);
  return first.length === 1 ? Buffer.concat([first, await readChunk(chunks)]) : first;
}

async function readChunk(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const next = await chunks.next();
  return next.done === true ? Buffer.alloc(0) : next.value;
}

async function* unzip(
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
    for (let chunk = start; chunk.length > 0; chunk = await readChunk(chunks)) {
      await writeChunk(gunzip, chunk);
      yield* yieldInTurns(ready.splice(0), signal);
      if (failure !== undefined) return { kind: 'cut', why: failure.message };
    }
    await finishStream(gunzip);
    yield* yieldInTurns(ready.splice(0), signal);
    return failure === undefined ? { kind: 'whole' } : { kind: 'cut', why: failure.message };
  } finally {
    gunzip.destroy();
  }
}

/** Yields the chunks, and yields to the event loop after each. */
async function* yieldInTurns(
  chunks: readonly Buffer[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer, void, void> {
  for (const chunk of chunks) {
    yield chunk;
    await setImmediate();
    signal?.throwIfAborted();
  }
}

function writeChunk(gunzip: Gunzip, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    gunzip.once('close', resolve);
    gunzip.write(chunk, () => {
      gunzip.off('close', resolve);
      resolve();
    });
  });
}

function finishStream(gunzip: Gunzip): Promise<void> {
  return new Promise((resolve) => {
    gunzip.once('end', resolve).once('close', resolve);
    gunzip.end();
  });
}
