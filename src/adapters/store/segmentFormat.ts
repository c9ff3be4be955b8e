import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Turn } from '../../domain/turn';

/** A turn with its place among all turns of the workspace. */
export interface StoredTurn {
  /** 1, 2, 3 … in the order in which turns began. */
  readonly seq: number;
  readonly turn: Turn;
}

/** What a segment file holds. */
export interface Segment {
  /** Oldest first. */
  readonly turns: readonly StoredTurn[];
  /** The same by the task that they count on. */
  readonly byTask: ReadonlyMap<string, readonly Turn[]>;
  /** Bytes of its text: about what it takes in memory. */
  readonly size: number;
}

/** Name and content of a segment file. */
export interface SegmentFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const MARK = Buffer.from('Devs turns 1\n', 'latin1');
const HASH_BYTES = 32;
const NAME_HASH = 16;
const NAME = /^turns-\d{1,15}-\d{1,15}\.([0-9a-f]{16})\.seg$/;

/** True for a name that `encodeSegment` gives. */
export function isSegmentName(name: string): boolean {
  return NAME.test(name);
}

/** A file of turns, oldest first, at least one: mark, SHA-256 of the rest, deflated JSON. */
export function encodeSegment(turns: readonly StoredTurn[]): SegmentFile {
  const [first, last] = [turns[0], turns.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('a segment without a turn');
  const body = deflateRawSync(JSON.stringify(turns));
  const hash = createHash('sha256').update(body).digest();
  const short = hash.toString('hex').slice(0, NAME_HASH);
  return {
    name: `turns-${first.seq}-${last.seq}.${short}.seg`,
    bytes: Buffer.concat([MARK, hash, body]),
  };
}

/** Undefined unless every byte is as `encodeSegment` made it for that name. */
export function decodeSegment(name: string, bytes: Uint8Array): Segment | undefined {
  const start = MARK.length + HASH_BYTES;
  if (bytes.length < start || !MARK.equals(bytes.subarray(0, MARK.length))) return undefined;
  const body = bytes.subarray(start);
  const hash = createHash('sha256').update(body).digest();
  if (!hash.equals(bytes.subarray(MARK.length, start))) return undefined;
  if (NAME.exec(name)?.[1] !== hash.toString('hex').slice(0, NAME_HASH)) return undefined;
  const text = inflateRawSync(body).toString('utf8');
  const turns = JSON.parse(text) as readonly StoredTurn[];
  return { turns, byTask: byTask(turns), size: text.length };
}

function byTask(turns: readonly StoredTurn[]): ReadonlyMap<string, readonly Turn[]> {
  const groups = new Map<string, Turn[]>();
  for (const { turn } of turns) {
    const group = groups.get(turn.countsOn);
    if (group === undefined) groups.set(turn.countsOn, [turn]);
    else group.push(turn);
  }
  return groups;
}
