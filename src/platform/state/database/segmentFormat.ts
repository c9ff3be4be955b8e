import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Turn } from '../../../model/turn/turn';
import type { TurnSummary } from '../../../ports/store';
import { summarizeTurn } from './summarizeTurn';

/** A turn with its sequence number in the workspace. */
export interface StoredTurn {
  /** 1, 2, 3 … in the order in which turns began. */
  readonly seq: number;
  readonly turn: Turn;
}

/** Name and content of a segment file. */
export interface SegmentFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Parts of a segment: the turns, and their summaries for lists, a tenth as large. */
export interface SegmentParts {
  readonly turns: readonly StoredTurn[];
  readonly summaries: readonly TurnSummary[];
}
export type SegmentPart = keyof SegmentParts;

/** A decoded part of a segment. */
export interface DecodedPart<Part extends SegmentPart> {
  /** Oldest first. */
  readonly content: SegmentParts[Part];
  /** Bytes of its text: about its size in memory. */
  readonly size: number;
}

const FILE_MARK = Buffer.from('Devs turns 1\n', 'latin1');
const HASH_BYTES = 32;
/** SHA-256 and length of a part. */
const ENTRY_BYTES = HASH_BYTES + 4;
const ORDER: readonly SegmentPart[] = ['summaries', 'turns'];
const HEAD_BYTES = FILE_MARK.length + ORDER.length * ENTRY_BYTES;
const NAME_HASH = 16;
const NAME = /^turns-\d{1,15}-(\d{1,15})\.([0-9a-f]{16})\.seg$/;

/** Whether `encodeSegment` creates such names. */
export function isSegmentName(name: string): boolean {
  return NAME.test(name);
}

/** Sequence number of the last turn in a segment of this name; 0 if it is none. */
export function lastTurnOf(name: string): number {
  return Number(NAME.exec(name)?.[1] ?? 0);
}

/**
 * Encodes turns (oldest first, at least one) as a file: mark, hash and length of each part, then
 * the parts as deflated JSON. The name ends in a hash of that header, so that different content
 * has a different name.
 */
export function encodeSegment(turns: readonly StoredTurn[]): SegmentFile {
  const [first, last] = [turns[0], turns.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('a segment without a turn');
  const parts: SegmentParts = { turns, summaries: turns.map(({ turn }) => summarizeTurn(turn)) };
  const bodies = ORDER.map((part) => deflateRawSync(JSON.stringify(parts[part])));
  const head = Buffer.concat([
    FILE_MARK,
    ...bodies.flatMap((body) => [sha256(body), length(body)]),
  ]);
  return {
    name: `turns-${first.seq}-${last.seq}.${shortHash(head)}.seg`,
    bytes: Buffer.concat([head, ...bodies]),
  };
}

/** Decodes a part; undefined unless every byte is as `encodeSegment` wrote it for that name. */
export function decodeSegment<Part extends SegmentPart>(
  { name, bytes }: SegmentFile,
  part: Part,
): DecodedPart<Part> | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < HEAD_BYTES) return undefined;
  if (NAME.exec(name)?.[2] !== shortHash(buffer.subarray(0, HEAD_BYTES))) return undefined;
  const { body, hash } = readPart(buffer, part);
  if (!sha256(body).equals(hash)) return undefined;
  const text = inflateRawSync(body).toString('utf8');
  return { content: JSON.parse(text) as SegmentParts[Part], size: text.length };
}

function readPart(
  buffer: Buffer,
  part: SegmentPart,
): { readonly body: Buffer; readonly hash: Buffer } {
  let start = HEAD_BYTES;
  let entry = FILE_MARK.length;
  for (const each of ORDER) {
    const size = buffer.readUInt32BE(entry + HASH_BYTES);
    if (each === part) break;
    start += size;
    entry += ENTRY_BYTES;
  }
  const end = start + buffer.readUInt32BE(entry + HASH_BYTES);
  return {
    body: buffer.subarray(start, end),
    hash: buffer.subarray(entry, entry + HASH_BYTES),
  };
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function shortHash(bytes: Uint8Array): string {
  return sha256(bytes).toString('hex').slice(0, NAME_HASH);
}

function length(body: Uint8Array): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(body.length);
  return bytes;
}
