import { constants, deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { promisify } from 'node:util';
import type { Coding } from './packFormat';

/** An object as it goes into a pack. */
export interface EncodedObject {
  readonly bytes: Buffer;
  readonly coding: Coding;
}

/** Below it zlib's own start-up outweighs a thread; above it the event loop would stand still. */
const SYNC_BYTES = 32 * 1024;
const SAMPLE_BYTES = 16 * 1024;
/** Bytes below which nothing is won. */
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

/** Deflated where that saves a twentieth or more. */
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

/** What was encoded; throws when it is none or of another size. */
export async function decodeObject(coded: EncodedObject, size: number): Promise<Buffer> {
  if (coded.coding === 'plain') return coded.bytes;
  const options = { maxOutputLength: Math.max(size, 1) };
  return size <= SYNC_BYTES
    ? inflateRawSync(coded.bytes, options)
    : await inflateInThread(coded.bytes, options);
}

/** Pictures, archives and the like are known by their beginning. */
function isCompressible(bytes: Buffer): boolean {
  if (bytes.length <= 4 * SAMPLE_BYTES) return true;
  const middle = bytes.length >> 1;
  const sample = Buffer.concat([
    bytes.subarray(0, SAMPLE_BYTES / 2),
    bytes.subarray(middle, middle + SAMPLE_BYTES / 2),
  ]);
  return deflateRawSync(sample, { level: 1 }).length < sample.length * MAX_RATIO;
}

/** A window no larger than the content: zlib clears all of it each time. */
function deflateOptions(size: number): { readonly windowBits: number; readonly memLevel: number } {
  const bits = Math.ceil(Math.log2(size + 1));
  return {
    windowBits: Math.min(Math.max(bits, 9), constants.Z_MAX_WINDOWBITS),
    memLevel: Math.min(Math.max(bits - 6, 1), constants.Z_DEFAULT_MEMLEVEL),
  };
}
