import { constants, deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { promisify } from 'node:util';
import type { Coding } from './packFormat';

/** An object as it goes into a pack. */
export interface Coded {
  readonly bytes: Buffer;
  readonly coding: Coding;
}

/** Below it zlib's own start-up outweighs a thread; above it the event loop would stand still. */
const SYNC_BYTES = 32 * 1024;
const SAMPLE_BYTES = 16 * 1024;
/** Bytes below which nothing is won. */
const LEAST_BYTES = 48;
const WORTHWHILE = 0.95;

const deflateInThread = promisify(deflateRaw) as (
  bytes: Uint8Array,
  options: object,
) => Promise<Buffer>;
const inflateInThread = promisify(inflateRaw) as (
  bytes: Uint8Array,
  options: object,
) => Promise<Buffer>;

/** Deflated where that saves a twentieth or more. */
export async function encode(bytes: Buffer): Promise<Coded> {
  const plain: Coded = { bytes, coding: 'plain' };
  if (bytes.length < LEAST_BYTES || !isWorthwhile(bytes)) return plain;
  const options = deflateOptions(bytes.length);
  const deflated =
    bytes.length <= SYNC_BYTES
      ? deflateRawSync(bytes, options)
      : await deflateInThread(bytes, options);
  return deflated.length < bytes.length * WORTHWHILE
    ? { bytes: deflated, coding: 'deflated' }
    : plain;
}

/** What was encoded; throws when it is none or of another size. */
export async function decode(coded: Coded, size: number): Promise<Buffer> {
  if (coded.coding === 'plain') return coded.bytes;
  const options = { maxOutputLength: Math.max(size, 1) };
  return size <= SYNC_BYTES
    ? inflateRawSync(coded.bytes, options)
    : await inflateInThread(coded.bytes, options);
}

/** Pictures, archives and the like are known by their beginning. */
function isWorthwhile(bytes: Buffer): boolean {
  if (bytes.length <= 4 * SAMPLE_BYTES) return true;
  const middle = bytes.length >> 1;
  const sample = Buffer.concat([
    bytes.subarray(0, SAMPLE_BYTES / 2),
    bytes.subarray(middle, middle + SAMPLE_BYTES / 2),
  ]);
  return deflateRawSync(sample, { level: 1 }).length < sample.length * WORTHWHILE;
}

/** A window no larger than the content: zlib clears all of it each time. */
function deflateOptions(size: number): { readonly windowBits: number; readonly memLevel: number } {
  const bits = Math.ceil(Math.log2(size + 1));
  return {
    windowBits: Math.min(Math.max(bits, 9), constants.Z_MAX_WINDOWBITS),
    memLevel: Math.min(Math.max(bits - 6, 1), constants.Z_DEFAULT_MEMLEVEL),
  };
}
