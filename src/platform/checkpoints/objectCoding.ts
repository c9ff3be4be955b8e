import { constants, deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { promisify } from 'node:util';
import type { Coding } from './packFormat';

/** An object as stored in a pack. */
export interface EncodedObject {
  readonly bytes: Buffer;
  readonly coding: Coding;
}

/**
 * Smaller objects are compressed synchronously; larger ones in a thread, to keep the event loop
 * free.
 */
const SYNC_BYTES = 32 * 1024;
const SAMPLE_BYTES = 16 * 1024;
/** Smaller objects are not compressed. */
const MIN_BYTES = 48;
const MAX_RATIO = 0.95;

const deflateInThread = promisify(deflateRaw) as (
  bytes: Uint8Array,
  options: object,
) => Promise<Buffer>;
const inflateInThread = promisify(inflateRaw) as (
  bytes: Uint8Array,
  options: object,
) => Promise<Buffer>;

/** Deflates an object if that saves at least 5 %. */
export async function encodeObject(bytes: Buffer): Promise<EncodedObject> {
  const plain: EncodedObject = { bytes, coding: 'plain' };
  if (bytes.length < MIN_BYTES || !isCompressible(bytes)) return plain;
  const options = deflateOptions(bytes.length);
  const deflated =
    bytes.length <= SYNC_BYTES
      ? deflateRawSync(bytes, options)
      : await deflateInThread(bytes, options);
  return deflated.length < bytes.length * MAX_RATIO
    ? { bytes: deflated, coding: 'deflated' }
    : plain;
}

/** Decodes an object; throws if it is invalid or larger than `size`. */
export async function decodeObject(coded: EncodedObject, size: number): Promise<Buffer> {
  if (coded.coding === 'plain') return coded.bytes;
  const options = { maxOutputLength: Math.max(size, 1) };
  return size <= SYNC_BYTES
    ? inflateRawSync(coded.bytes, options)
    : await inflateInThread(coded.bytes, options);
}

/** Samples the content to detect compressed formats such as pictures and archives. */
function isCompressible(bytes: Buffer): boolean {
  if (bytes.length <= 4 * SAMPLE_BYTES) return true;
  const middle = bytes.length >> 1;
  const sample = Buffer.concat([
    bytes.subarray(0, SAMPLE_BYTES / 2),
    bytes.subarray(middle, middle + SAMPLE_BYTES / 2),
  ]);
  return deflateRawSync(sample, { level: 1 }).length < sample.length * MAX_RATIO;
}

/** Uses a window no larger than the content, because zlib clears the whole window. */
function deflateOptions(size: number): { readonly windowBits: number; readonly memLevel: number } {
  const bits = Math.ceil(Math.log2(size + 1));
  return {
    windowBits: Math.min(Math.max(bits, 9), constants.Z_MAX_WINDOWBITS),
    memLevel: Math.min(Math.max(bits - 6, 1), constants.Z_DEFAULT_MEMLEVEL),
  };
}
